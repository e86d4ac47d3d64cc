/** A schema's error, as far as it is used here. */
interface ParseError {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly code: string }[];
}

/** Where the input is wrong and how, in one line. Contains no values, which may be secret. */
export function describeIssues(error: ParseError): string {
  const [first] = error.issues;
  if (!first) return 'invalid';
  const more = error.issues.length > 1 ? ` (and ${error.issues.length - 1} more)` : '';
  return `${first.path.map(String).join('.') || 'root'}: ${first.code}${more}`;
}

/** The start of an input, for QA. */
export function sampleOf(text: string): string {
  return text.slice(0, 200);
}

/** Parses JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
