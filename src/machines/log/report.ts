import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { StoredLog } from '../app.ts';
import type { StoredActor } from '../directory/stored.ts';

/*
 * Every text is replaced unless its field is known to hold one of the program's own words, or an id, which identifies
 * nobody outside; every number unless its field is known to hold a time, a position, a count or a setting. A field added
 * later is hidden until it is listed here.
 */

const OWN_WORDS =
  /^(?:type|kind|what|list|lists|code|key|errorKey|errorCode|tag|purpose|status|scope|sort|of|upload|density|page|starredPages|openScope|inboxScope|inboxView|inboxSort|lifecycle|origin|source|path|permission|desktop|theme|locale|command|timer|table|form|topic|tone|epoch|outdated|reason|routes|finishWaits|sound|silent|timeZone)$/u;
const IDS =
  /^(?:id|.+Ids?|call|token|secret|challenge|waiting|retried|watchers|raisedNotices|openTickets|awaitsChats|settledTransfer|upTo|heldTo|replyTo|after|since|finishOutcome|newest|reactsTo|repeats|soughtInVain|dismissed|pinnedCustomers|unseenConversations|mine|queue|snoozed|all)$/u;
const NUMBERS =
  /^(?:position|positionAtFetch|streamPosition|asOf|seq|prev|head|quietUpTo|at|.+At|since|.+Since|.+Until|.+Ms|minutes|seconds|hours|days|lockMinutes|percent|ack|attempt|request|generation|version|reloadedFor|otherVersion|code|failures|unanswered|finishUnanswered|heldOff|doubt|asked|ticket|customer|blacklisted|count|total|totalPages|totalItems|limit|max|page|nextPage|next|from|to|held|unheld|unseen|finished|mine|all|queue|waiting|snoozed|bytes|sentBytes|volume|speed|audioSpeed|tone)$/u;

/** A log as it is saved in a file. */
export interface Report extends Omit<StoredLog, 'snapshots'> {
  readonly snapshots: Readonly<Record<string, StoredActor>>;
}

/**
 * The log, anonymised and still replayable: texts, names and phone numbers are replaced by placeholders of the same
 * length and kind, coordinates by 0.
 */
export function reportOf({ position, snapshots, tail }: StoredLog): Report {
  const actors = [...snapshots].map(([name, { value, context }]) => [name, { value, context: hidden(context) }]);
  let search = searchIn(snapshots.get('inbox')?.context);
  let shown = placeholder(search);
  return {
    position,
    snapshots: Object.fromEntries(actors),
    tail: tail.map((event) => {
      if (event.type !== 'inbox.searched') return hidden(event);
      const next = event.search.trim();
      // Another search is another in the replay too, or it would fetch nothing there.
      if (next !== search) shown = placeholder(next) === shown ? varied(shown) : placeholder(next);
      search = next;
      return { ...hidden(event), search: shown };
    }),
  };
}

function searchIn(inbox: unknown): string {
  const { query } = fieldsOf(inbox);
  const { search } = fieldsOf(query);
  return typeof search === 'string' ? search : '';
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A placeholder with another last letter or digit. */
function varied(text: string): string {
  return text.replace(/[xX0](?=[^xX0]*$)/u, (last) => (last === 'x' ? 'X' : last === 'X' ? 'x' : '1'));
}

/** The value with placeholders for personal data and content. */
export function hidden<Value>(value: Value): Value {
  return hiddenPart(value, '', '') as Value;
}

/** `owner`: the field whose value has this one. */
function hiddenPart(value: unknown, field: string, owner: string): unknown {
  if (typeof value === 'string') return isShown(value, field, owner) ? value : placeholder(value);
  // In a record by id the owner says what the numbers are.
  if (typeof value === 'number') return NUMBERS.test(/^[a-z]+$/iu.test(field) ? field : owner) ? value : 0;
  if (Array.isArray(value)) return value.map((part) => hiddenPart(part, field, owner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hiddenPart(part, name, field)]));
}

function isShown(value: string, field: string, owner: string): boolean {
  // Of a form: what it edits, or the token of a link that led to it.
  if (field === 'key' && owner === '') return /^(?:[a-z]{1,10}|\d+(?:@\d+)?)$/u.test(value);
  // An id may be an e-mail address, which is hidden; a conversation's key is two numbers around an @.
  if (IDS.test(field)) return !value.includes('@') || /^\d+@\d+$/u.test(value);
  if (field === 'roleName') return value === ADMIN_ROLE;
  // These fields hold single words; sentences and addresses are hidden all the same.
  return OWN_WORDS.test(field) && !/[\s@]/u.test(value);
}

/** `X` and `x` for letters, `0` for digits; spaces and punctuation stay. As long as the text is. */
function placeholder(text: string): string {
  return text
    .replaceAll(/\p{Lu}/gu, (letter) => 'X'.repeat(letter.length))
    .replaceAll(/\p{Nd}/gu, (digit) => '0'.repeat(digit.length))
    .replaceAll(/[^\s!-@[-`{-~X]/gu, (other) => 'x'.repeat(other.length));
}
