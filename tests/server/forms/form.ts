/** What is said of each form's call. */

export type Values = Readonly<Record<string, unknown>>;

/** What the forms name of their own company, and of a company that is nobody's. */
export interface Own {
  readonly admin: string;
  readonly user: string;
  readonly role: string;
  readonly department: string;
  readonly instance: string;
  readonly tag: string;
  readonly field: string;
  readonly quickReply: string;
  readonly customer: string;
  /** A company of the back-office's. */
  readonly tenant: string;
  /** Tokens of mails. */
  readonly invitation: string;
  readonly reset: string;
}

let count = 0;
/** Another number each time. */
export const next = (): number => (count += 1);

export interface Form {
  /** `POST /api/users`, or a field of the GraphQL. */
  readonly call: string;
  /** Which of the call's several kinds it is. */
  readonly of?: string;
  readonly who: 'administrator' | 'back-office' | 'nobody';
  /** Right in every field; each time of another thing where it makes one. */
  readonly given: (own: Own) => Values;
  /** Texts of another's that are taken, by the field. */
  readonly taken?: Values;
  /** Fields that take any text, which are tried with a script. */
  readonly texts?: readonly string[];
  /** A null is as good as left out: in all its fields, or in these. */
  readonly takesNull?: true;
  readonly nullable?: readonly string[];
  /** What its fields may never hold, where that is its own. */
  readonly not?: Readonly<Record<string, readonly unknown[]>>;
  /** Tables in which a refusal is written down. */
  readonly writes?: readonly string[];
  /** Where what is saved stands, in columns of the fields' names. */
  readonly table?: string;
  /** Where the call makes something: the field that names it. */
  readonly makes?: string;
}
