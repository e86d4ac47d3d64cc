import { dayAfter, isDay } from '../../../contract/facts/days.ts';
import { FLOW_KNOWN, FLOW_WORDS } from '../../../contract/facts/flows.ts';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import { SCHEDULED_REASONS } from '../../../contract/facts/scheduled-messages.ts';
import type { StoredLog } from '../app.ts';
import type { StoredActor } from '../directory/stored.ts';
import type { FormName } from '../entities/forms.ts';
import { createFlowHider, isFlow } from './report-flow.ts';
import { createTypedPlaceholders, LETTERS } from './report-typed.ts';

/*
 * Every text is replaced unless its field is known to hold one of the program's own words, or an id, which identifies
 * nobody outside; every number unless its field is known to hold a time, a position, a count or a setting. A field added
 * later is hidden until it is listed here; a hidden id shows as a replay that comes out otherwise. Of a list's rows and a
 * form's values ids stay, and a flow's structure.
 */

const OWN_WORDS =
  /^(?:type|kind|what|list|lists|code|key|errorKey|errorCode|tag|purpose|status|scope|sort|of|upload|density|page|starredPages|openScope|inboxScope|inboxView|inboxSort|lifecycle|origin|source|path|permission|desktop|theme|locale|command|timer|table|form|field|state|refusal|mimeType|topic|tone|epoch|outdated|reason|routes|finishWaits|sound|silent|timeZone|theirs|hidden)$/u;
const IDS =
  /^(?:ids?|.+Ids?|tickets|otherTickets|conversation|subject|undoOf|call|token|secret|challenge|waiting|retried|watchers|raisedNotices|openTickets|awaitsChats|settledTransfer|upTo|heldTo|replyTo|after|since|finishOutcome|newest|reactsTo|repeats|soughtInVain|dismissed|pinnedCustomers|unseenConversations|mine|queue|snoozed|all)$/u;
const NUMBERS =
  /^(?:position|positionAtFetch|streamPosition|asOf|seq|prev|head|quietUpTo|at|.+At|since|.+Since|.+Until|.+Ms|minutes|seconds|hours|days|lockMinutes|percent|ack|attempt|request|generation|version|reloadedFor|otherVersion|code|failures|unanswered|finishUnanswered|heldOff|doubt|asked|ticket|customer|instance|campaign|blacklisted|count|total|totalPages|totalItems|limit|max|page|nextPage|next|from|to|held|unheld|unseen|finished|mine|all|queue|flow|waiting|waited|watchers|snoozed|bytes|sent|sentBytes|volume|speed|audioSpeed|tone|validUntil)$/u;
/** Of a list or form, what comes from people or the server's rows. */
const CONTENT = /^(?:rows|filters|edges|seek|values|initial|value|id|savedId)$/u;
/** Lists whose rows other actors take, as if they were frames. */
const TAKEN_LISTS = /^(?:missedNotices|messageLimit)$/u;
/** Texts that machines compare. */
const COMPARED = /^(?:search|outcome|emoji|recent)$/u;
/** What is typed, whose beginning they compare too. */
const TYPED = /^(?:draft|noteDraft)$/u;
const TYPED_IN = /^(?:draft\.(?:changed|receivedFromTab)|noteDraft\.changed)$/u;
/** Keys of forms that are no row's id. */
const KEY_WORDS: ReadonlySet<string> = new Set(['new', 'own', 'proof', 'platform', 'company', 'tenant']);
/** Forms whose key, or what is saved in them, is a phone number or a company's address. */
const KEYED_BY_TEXT: ReadonlySet<unknown> = new Set<FormName>([
  'blockedContacts.unblock',
  'blockedContacts.file',
  'tenant.enter',
  'tenant.features',
  'connection.replay',
]);
const REASONS: readonly unknown[] = SCHEDULED_REASONS;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u;
/** In a refusal, fields whose parts are ours; those of others may be named by people. */
const OWN_PARTS = /^(?:(?:tree|actions|condition|event|cards)\.|[^.]+\.(?:[\d.]+|max|min)$|[^.]+\.\d+\.(?:max|min)$)/u;
/** A template's value by its place: `body.1`. */
const BY_PLACE = /^(?:[a-z]+\.)?\d+(?:\.\d+)?$/u;
/** Longer ones may be phone numbers. */
const ID_OF_OURS = /^\d{1,9}(?:@\d{1,9})?$/u;
/** An e-mail address is none; a conversation's key is two numbers around an @. */
const ID = /^(?:[\w:.-]*|\d+@\d+)$/u;
/** What a customer without a name is shown by; the country says how it is written. */
const BRAZILIAN = /^(\+?55)\d{10,11}$/u;

/** A log as it is saved in a file. */
export interface Report extends Omit<StoredLog, 'snapshots'> {
  readonly snapshots: Readonly<Record<string, StoredActor>>;
}

/**
 * The log, anonymised and still replayable: texts, names and phone numbers are replaced by placeholders of the same
 * length and kind, coordinates by 0. What machines compare, as what is typed into a form, has a placeholder of its own,
 * longer by a letter once all of its length are taken.
 */
export function reportOf({ position, snapshots, tail }: StoredLog): Report {
  const hide = createHider();
  const actors = [...snapshots].map(([name, { value, context }]) => [
    hide.name(name),
    { value, context: name.startsWith('flow:') ? hide.editor(context) : hide.all(context) },
  ]);
  return { position, snapshots: Object.fromEntries(actors), tail: tail.map(hide.all) };
}

/** The value with placeholders for personal data and content. */
export function hidden<Value>(value: Value): Value {
  return createHider().all(value);
}

function createHider() {
  const own = createOwnPlaceholders();
  const typed = createTypedPlaceholders(placeholder);
  const hide = createFlowHider(own);

  /** `owner`: the field whose value has this one. `isScreens`: whether it is in a list or form. */
  function part(value: unknown, field: string, owner: string, isScreens: boolean): unknown {
    if (isScreens && CONTENT.test(field)) return content(value, field, field !== 'rows');
    if (typeof value === 'string') return isShown(value, field, owner) ? value : hiddenText(value, field, owner);
    // In a record by id the owner says what the numbers are.
    if (typeof value === 'number') return NUMBERS.test(/(?:^|\.)([a-z]+)$/iu.exec(field)?.[1] ?? owner) ? value : 0;
    if (Array.isArray(value)) return value.map((each) => part(each, field, owner, isScreens));
    if (!isRecord(value)) return value;
    if (value['form'] === 'flow') return inEditor(value);
    return withParts(
      value,
      (each, name) => inRecord(value, each, name, field) ?? part(each, name, field, isScreens),
      namesIn(field, owner),
    );
  }

  /** A text whose record says what it is. */
  function inRecord(record: Readonly<Record<string, unknown>>, text: unknown, name: string, field: string) {
    if (typeof text !== 'string') return undefined;
    const { form, kind } = record;
    if (name === 'key' && 'form' in record) return keyOf(form, text);
    if (/^(?:id|savedId)$/u.test(name) && KEYED_BY_TEXT.has(form)) return own.ofText(text);
    if (name === 'text' && (isTyped(record) || field === 'drafts')) return typed(text);
    return name === 'text' && isOurs(kind, text) ? text : undefined;
  }

  /** How names are hidden, where people give them. */
  function namesIn(field: string, owner: string): ((name: string) => string) | undefined {
    if (field === 'values' && owner === 'template') return (name) => (BY_PLACE.test(name) ? name : own.ofText(name));
    if (field !== 'fields' && field !== 'params') return undefined;
    return (name) => {
      const [, first, rest = '', end = ''] = /^([^.]+\.)(.+?)(\.(?:max|min))?$/u.exec(name) ?? [];
      return first === undefined || OWN_PARTS.test(name) ? name : first + own.ofText(rest) + end;
    };
  }

  /** A form's key: what it edits, or the number or token that led to it. It names the form's actor. */
  function keyOf(form: unknown, key: string): string {
    const isId = KEY_WORDS.has(key) || ID_OF_OURS.test(key);
    return isId && !KEYED_BY_TEXT.has(form) ? key : own.ofText(key);
  }

  function inEditor(value: object): unknown {
    return hide.inEditor(value, (each, name) =>
      name === 'key' && typeof each === 'string' ? keyOf('flow', each) : part(each, name, '', true),
    );
  }

  function hiddenText(value: string, field: string, owner: string): string {
    if (TYPED.test(field)) return typed(value);
    const isCompared = COMPARED.test(field) && owner !== 'refusedReaction';
    return isCompared || (field === 'key' && owner === '') ? own.ofText(value) : placeholder(value);
  }

  function content(value: unknown, field: string, isCompared: boolean): unknown {
    if (isRecord(value) && isFlow(value)) return hide.flow(value);
    if (typeof value === 'string') {
      if (/^(?:id|.+Ids?)$/u.test(field) && ID_OF_OURS.test(value)) return value;
      return isCompared ? own.ofText(value) : placeholder(value);
    }
    if (typeof value === 'number') return isCompared ? own.ofNumber(value) : 0;
    // Who is blocked, or agreed to what. The list of an audience's count is read by others.
    if (typeof value === 'boolean') return isCompared || field === 'isPartial' ? value : false;
    if (Array.isArray(value)) return value.map((each) => content(each, field, isCompared));
    // What a flow saves stands by the names of its variables.
    const nameOf = field === 'saved' ? own.ofText : undefined;
    return withParts(value, (each, name) => content(each, name, isCompared), nameOf);
  }

  return {
    all: <Value>(value: Value) => part(value, '', '', isRecord(value) && isOfScreen(value)) as Value,
    /** The context of a flow's editor. */
    editor: (context: unknown) => (isRecord(context) ? inEditor(context) : context),
    /** An actor's name. */
    name: (name: string) => {
      const [, kind, form, key] = /^((?:form:([^:]+)|flow):)(.*)$/su.exec(name) ?? [];
      return kind === undefined || key === undefined ? name : `${kind}${keyOf(form, key)}`;
    },
  };
}

function withParts(
  value: unknown,
  change: (part: unknown, name: string) => unknown,
  nameOf = (name: string): string => name,
): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [nameOf(name), change(part, name)]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether it is of a list or a form, whose content nothing else looks at. */
function isOfScreen(value: object): boolean {
  return 'form' in value || ('list' in value && !TAKEN_LISTS.test(String(value.list)));
}

/** What is typed, or a note that was saved: what was typed after it stays in the draft. */
function isTyped({ form, of, type }: Readonly<Record<string, unknown>>): boolean {
  return form === 'note' || of === 'note' || TYPED_IN.test(String(type));
}

/** What a line of a scheduled message says. */
function isOurs(kind: unknown, text: string): boolean {
  return (kind === 'schedule_refused' && REASONS.includes(text)) || (kind === 'schedule_late' && MOMENT.test(text));
}

function isShown(value: string, field: string, owner: string): boolean {
  // By names of people's own.
  if (owner === 'params' || owner === 'values') return false;
  if (owner === 'fields') return /^error(?:\.\w+)+$/u.test(value);
  if (owner === 'passed' && field === 'to') return ID_OF_OURS.test(value);
  // A conversation's.
  if (field === 'key' && (ID_OF_OURS.test(value) || owner === '')) return ID_OF_OURS.test(value);
  if (IDS.test(field)) return ID.test(value);
  // Under `views` it holds ids of tickets; elsewhere a flow's name or the flow.
  if (field === 'flow' && owner === 'views') return true;
  if (field === 'roleName') return value === ADMIN_ROLE;
  // These fields hold single words; sentences and addresses are hidden all the same.
  return OWN_WORDS.test(owner === 'hiddenColumns' ? 'hidden' : field) && !/[\s@]/u.test(value);
}

/** `X` and `x` for letters, `0` for digits; spaces and punctuation stay. As long as the text is. */
function placeholder(text: string): string {
  const [, country] = BRAZILIAN.exec(text) ?? [];
  if (country !== undefined) return country.padEnd(text.length, '0');
  return text
    .replaceAll(/\p{Lu}/gu, (letter) => 'X'.repeat(letter.length))
    .replaceAll(/\p{Nd}/gu, (digit) => '0'.repeat(digit.length))
    .replaceAll(/[^\s!-@[-`{-~X]/gu, (other) => 'x'.repeat(other.length));
}

/** Placeholders that differ where texts or numbers do. */
function createOwnPlaceholders() {
  const texts = new Map<string, string>();
  // A flow's variables are named by them, and can't be named so.
  const taken = new Set<string>([...FLOW_KNOWN, ...FLOW_WORDS]);
  const uses = new Map<string, number>();
  const numbers = new Map<number, number>();

  function ofWords(words: string): string {
    const given = texts.get(words);
    if (given !== undefined) return given;
    const kind = isDay(words) ? 'day' : placeholder(words);
    const next = nextOf(kind, uses.get(kind) ?? 0);
    texts.set(words, next);
    return next;
  }

  function nextOf(kind: string, nth: number): string {
    const next = kind === 'day' ? dayAfter('2000-01-01', nth) : varied(kind, nth);
    if (taken.has(next)) return nextOf(kind, nth + 1);
    taken.add(next);
    uses.set(kind, nth + 1);
    return next;
  }

  return {
    ofText: (text: string) => text.replace(text.trim(), ofWords),
    /** Fractions, as few numbers of a form are. */
    ofNumber: (number: number) => {
      const given = numbers.get(number) ?? numbers.size / 1000;
      numbers.set(number, given);
      return given;
    },
  };
}

/** The nth placeholder of the same kind: counted in its last letters and digits. */
function varied(text: string, nth: number): string {
  const last = text.at(-1);
  if (last === undefined) return nth === 0 ? '' : varied('x', nth - 1);
  if (nth === 0) return text;
  const before = text.slice(0, -1);
  const signs = last === '0' ? '0123456789' : last === 'x' ? LETTERS : last === 'X' ? LETTERS.toUpperCase() : last;
  return varied(before, Math.floor(nth / signs.length)) + (signs[nth % signs.length] ?? last);
}
