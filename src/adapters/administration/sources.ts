import { limitsOf } from '../../../contract/facts/field-problems.ts';
import type { Schema } from '../../../contract/fields.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { ListName, ListPage, ListQuery } from '../../machines/log/events-administration.ts';
import type { FormName, FormValues, ValuesOf } from '../../machines/entities/forms.ts';

/** A step's answer or failure. */
export type Result<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: Failure };

/** How each list loads. */
export type ListSources = {
  readonly [Name in ListName]: (query: ListQuery) => Promise<Result<Extract<ListPage, { readonly list: Name }>>>;
};

export interface Saved {
  /** Null if there is no id. */
  readonly id: string | null;
  readonly version: string | null;
  /** Lists that show it, to be reloaded. */
  readonly lists: readonly ListName[];
  /** Of a note: its text. */
  readonly text?: string;
  /** What came of it, in numbers. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** How a form loads and saves. `key` is the id of the edited thing, or `new`. */
interface FormSource<Form extends FormName> {
  /** Left out if the form always starts with given values. */
  readonly load?: (
    key: string,
  ) => Promise<Result<{ readonly values: ValuesOf<Form>; readonly version: string | null }>>;
  readonly save: (
    key: string,
    values: ValuesOf<Form>,
    version: string | null,
    control: SaveControl,
  ) => Promise<Result<Saved>>;
}

/** Progress and cancellation of a save; only downloads use them. */
export interface SaveControl {
  /** Aborted when the user cancels; the result is then discarded. */
  readonly signal: AbortSignal;
  /** Called regularly with the bytes received so far. */
  readonly onBytes: (bytes: number) => void;
}

export type FormSources = { readonly [Form in FormName]: FormSource<Form> };

/** Maps an answer; passes failures through. */
export function mapped<From, To>(result: Result<From>, map: (answer: From) => To): Result<To> {
  return result.ok ? { ok: true, answer: map(result.answer) } : result;
}

/**
 * Validates values against the contract. Each refused field gets a reason: the key of the failed check (such as
 * `error.field.required`), or `error.invalid`.
 */
export function parseValues<Output>(schema: Schema<Output>, values: FormValues): Result<Output> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return { ok: true, answer: parsed.data };
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const [field] = path;
    if (field !== undefined) fields[String(field)] ??= message.startsWith('error.') ? message : 'error.invalid';
  }
  return {
    ok: false,
    failure: {
      code: 'INVALID',
      key: 'error.form.invalid',
      params: limitsOf(parsed.error.issues),
      fields,
      requestId: null,
    },
  };
}
