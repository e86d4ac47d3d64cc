/* What is typed piece by piece in a report. */

interface Sign {
  readonly sign: string;
  readonly next: Branch;
}
/** By the character that follows. */
type Branch = Map<string, Sign>;

/** In the order in which they stand in placeholders. */
export const LETTERS = 'xyzabcdefghijklmnopqrstuvw';
/** Those of a kind. */
const SIGNS = new Map([
  ['x', LETTERS],
  ['X', LETTERS.toUpperCase()],
  ['0', '0123456789'],
]);

/** Placeholders of which one begins with another where the texts do, as long as they are. */
export function createTypedPlaceholders(kindOf: (character: string) => string): (text: string) => string {
  const root: Branch = new Map();

  function signOf(branch: Branch, unit: string): Sign {
    const known = branch.get(unit);
    if (known !== undefined) return known;
    const kind = kindOf(unit);
    const signs = SIGNS.get(kind) ?? kind;
    const taken = [...branch.values()].filter(({ sign }) => signs.includes(sign)).length;
    const made = { sign: signs[taken % signs.length] ?? kind, next: new Map<string, Sign>() };
    branch.set(unit, made);
    return made;
  }

  return (text) => {
    let branch = root;
    let placeholder = '';
    // By units of UTF-16, as machines cut.
    for (let at = 0; at < text.length; at += 1) {
      const { sign, next } = signOf(branch, text.charAt(at));
      placeholder += sign;
      branch = next;
    }
    return placeholder;
  };
}
