import { limitsOf } from '../../../contract/field-problems.ts';
import type { Schema } from '../../../contract/fields.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { FormName, FormValues, ListName, ListPage, ListQuery } from '../../machines/log/events-administration.ts';

/** What a step came to: its answer, or why there is none. */
export type Result<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: Failure };

/** How each list is asked for. */
export type ListSources = {
  readonly [Name in ListName]: (query: ListQuery) => Promise<Result<Extract<ListPage, { readonly list: Name }>>>;
};

export interface Saved {
  /** Null where nothing has one. */
  readonly id: string | null;
  readonly version: string | null;
  /** The lists that show it, which are asked for again. */
  readonly lists: readonly ListName[];
}

/** How a form is filled and saved. `key` is the id of what is edited, or `new`. */
export interface FormSource {
  /** Left out where a form always begins with given values. */
  readonly load?: (key: string) => Promise<Result<{ readonly values: FormValues; readonly version: string | null }>>;
  readonly save: (key: string, values: FormValues, version: string | null, course: Course) => Promise<Result<Saved>>;
}

/** What goes on while a file is on its way; of no other form anything is told. */
export interface Course {
  /** Aborted when the person doesn't want it any more; what comes then is thrown away. */
  readonly signal: AbortSignal;
  /** Told now and then how much has come, in bytes. */
  readonly onBytes: (bytes: number) => void;
}

export type FormSources = Readonly<Record<FormName, FormSource>>;

/** Turns an answer into another; a failure stays what it is. */
export function mapped<From, To>(result: Result<From>, map: (answer: From) => To): Result<To> {
  return result.ok ? { ok: true, answer: map(result.answer) } : result;
}

/**
 * What was typed, as the contract wants it. Each field that it refuses has its reason: the message
 * its check was given (`error.field.required`), else `error.invalid`.
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
