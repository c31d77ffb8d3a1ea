# The command `vperft`, which runs the corpus if it is given nothing else:
#   docker build --tag vperft .
#   docker run --rm vperft
#   docker run --rm --volume "$PWD:/work" vperft run chess --backend 'cmd:./my_backend'
FROM rust:1-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN cargo install --locked --path crates/cli --root /installed

FROM debian:bookworm-slim
COPY --from=build /installed/bin/vperft /usr/local/bin/vperft
WORKDIR /work
USER nobody
ENTRYPOINT ["vperft"]
CMD ["run"]
