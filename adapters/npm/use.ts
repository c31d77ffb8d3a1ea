// What users write: it is compiled against the types of the package, and bundled.

import { clause, divide, perft, RulesError, variants, why } from "vperft";
import type { At, ExplainedMove, Variant } from "vperft";

export async function count(): Promise<string> {
  const counts: Map<string, bigint> = await divide("ryugi", 3);
  const sum = [...counts.values()].reduce((sum, one) => sum + one, 0n), whole: bigint = await perft("ryugi", 3);
  return sum === whole ? `${sum}` : `${sum} is not ${whole}`;
}

export async function reasons(variant: Variant, move: string): Promise<string[]> {
  const at: At = { variant, moves: [], without: ["GEN-CHECK"] };
  try {
    const { legal, forbidden_by }: ExplainedMove = await why(at, move);
    return legal ? [] : forbidden_by.flatMap(effect => effect.clauses).map(id => clause(id) ?? id);
  } catch (error) {
    return error instanceof RulesError ? error.context : variants.slice();
  }
}
// @ts-expect-error: no such variant
export const wrong = () => perft("shogi", 1);
