import { isRecipientStage } from '../../../contract/facts/campaigns.ts';
import { TICKET_VIEWS } from '../../../contract/facts/ticket-views.ts';
import { selectNews } from '../campaign/campaign.selectors.ts';
import type { Directory } from '../directory.ts';
import { countOf, preparedOf } from '../entities/campaigns.ts';
import type { Campaign, CampaignCounts } from '../entities/campaigns.ts';
import { selectInboxPhase, selectIsAnswered } from '../inbox/inbox.selectors.ts';
import type { Snapshots } from '../directory/stored.ts';
import { isKey } from '../inbox/ticket-index.ts';
import { rowsOf, selectListPage } from '../listing/listing.selectors.ts';
import { selectUnreadNotices } from '../notification/notice-log.selectors.ts';
import { selectUnseenCount } from '../unseen/unseen.selectors.ts';
import { FACTS, isCampaignNumber, isRowNumber, partsOfCampaignNumber, partsOfRowNumber } from './row-numbers.ts';
import type { CampaignNumber, RowNumber } from './row-numbers.ts';

/** The numbers of the whole: conversations with unread messages, those of each view, transfers and notices that wait. */
export const COUNTERS = ['unseen', ...TICKET_VIEWS, 'finished', 'transfers', 'notices'] as const;
/** One of these, or what an actor counts: a conversation's unread messages, a list's rows, a number in one of its rows, a campaign's recipients. */
export type Counter = (typeof COUNTERS)[number] | `unseen:${string}` | `list:${string}` | RowNumber | CampaignNumber;

/** A step that changed a counter. */
interface CounterChange {
  readonly step: number;
  /** Null while it wasn't known. */
  readonly before: number | null;
  readonly after: number | null;
}

/** The counter of that name; undefined for none. */
export function counterNamed(name: string): Counter | undefined {
  const isOfActor = isOfConversation(name) || isOfList(name) || isRowNumber(name) || isCampaignNumber(name);
  return isOfActor ? name : COUNTERS.find((counter) => counter === name);
}

function isOfConversation(name: string): name is `unseen:${string}` {
  return name.startsWith('unseen:');
}

function isOfList(name: string): name is `list:${string}` {
  return name.startsWith('list:');
}

/** What a step left in a list, or what was newer of a campaign than before. */
interface Left<What> {
  readonly step: number;
  readonly what: What;
}

type CampaignState = Pick<Campaign, 'version' | 'counts'>;

/** Follows the numbers of a log that is read. `actors`: each as the last event left it. */
export function createCounters(directory: Directory, actors: Snapshots) {
  const changes = new Map<Counter, CounterChange[]>();
  let isUnseenKnown = false;
  const lists = new Map<string, Left<unknown>[]>();
  const campaigns = new Map<string, Left<CampaignState>[]>();
  const begun = new Map<Counter, number | null>(ofTheWhole());
  for (const name of actors.keys()) {
    if (isOfConversation(name)) begun.set(name, ofConversation(name));
    keep(0, name);
  }
  const known = new Map(begun);

  function ofTheWhole(): readonly (readonly [Counter, number | null])[] {
    const views = directory.viewCounts.getSnapshot();
    const unseen = directory.totalUnseen.getSnapshot();
    const inbox = directory.inbox.getSnapshot();
    // Of a list that nobody has answered yet nothing is counted; another filter changes nothing that is known.
    isUnseenKnown =
      selectInboxPhase(inbox) !== 'idle' && (isUnseenKnown || selectIsAnswered(inbox) || views !== null || unseen > 0);
    return COUNTERS.map((counter) => {
      if (counter === 'unseen') return [counter, isUnseenKnown ? unseen : null];
      if (counter === 'transfers') return [counter, directory.pendingTransfers.getSnapshot().length];
      if (counter === 'notices') return [counter, selectUnreadNotices(directory.noticeLog.getSnapshot())];
      return [counter, views?.[counter] ?? null];
    });
  }

  function ofConversation(name: `unseen:${string}`): number | null {
    const key = name.slice('unseen:'.length);
    const unseen = isKey(key) ? directory.unseen(key) : undefined;
    return unseen === undefined ? null : selectUnseenCount(unseen.getSnapshot());
  }

  /** Keeps what a step left in a list or of a campaign: its numbers are read once somebody asks for one. */
  function keep(step: number, name: string): void {
    const [kind, id = ''] = name.split(':');
    if (kind === 'list') {
      add(lists, id, step, actors.get(name)?.context);
      for (const campaign of campaignsIn(id)) keepCampaign(step, campaign.id, campaign);
    } else if (kind === 'campaign') {
      const actor = directory.campaign(id);
      if (actor !== undefined) keepCampaign(step, id, selectNews(actor.getSnapshot()));
    }
  }

  function campaignsIn(name: string): readonly Campaign[] {
    const list = CAMPAIGN_LISTS.find((each) => each === name);
    const actor = list === undefined ? undefined : directory.list(list);
    return list === undefined || actor === undefined ? [] : rowsOf(selectListPage(actor.getSnapshot()), list);
  }

  /** The newest version is shown, whether a frame or an answer brought it. */
  function keepCampaign(step: number, id: string, { version, counts }: CampaignState): void {
    const last = campaigns.get(id)?.at(-1)?.what.version;
    if (last === undefined || version > last) add(campaigns, id, step, { version, counts });
  }

  function note(step: number, counter: Counter, after: number | null): void {
    const before = known.get(counter) ?? null;
    if (after === before) return;
    known.set(counter, after);
    const earlier = changes.get(counter);
    if (earlier === undefined) changes.set(counter, [{ step, before, after }]);
    else earlier.push({ step, before, after });
  }

  return {
    /** What a step, which changed these actors, did to the numbers. */
    note: (step: number, changed: readonly string[]): void => {
      for (const [counter, after] of ofTheWhole()) note(step, counter, after);
      for (const name of changed) {
        if (isOfConversation(name)) note(step, name, ofConversation(name));
        keep(step, name);
      }
    },
    /** What changed a number up to a step, oldest first, and what it was then; null while it wasn't known. */
    upTo: (counter: Counter, step: number): { changes: readonly CounterChange[]; value: number | null } => {
      const { first, all } = changesOf(counter);
      const past = all.filter((change) => change.step <= step);
      const last = past.at(-1);
      return { changes: past, value: last === undefined ? first : last.after };
    },
  };

  function changesOf(counter: Counter): { first: number | null; all: readonly CounterChange[] } {
    if (isRowNumber(counter)) {
      const { list, path, id } = partsOfRowNumber(counter);
      return changesIn(lists.get(list), (context) => numberAt(context, path, id));
    }
    if (isCampaignNumber(counter)) {
      const { stage, id } = partsOfCampaignNumber(counter);
      return changesIn(campaigns.get(id), ({ counts }) => atStage(counts, stage));
    }
    if (isOfList(counter)) return changesIn(lists.get(counter.slice('list:'.length)), totalOf);
    return { first: begun.get(counter) ?? null, all: changes.get(counter) ?? [] };
  }
}

function add<What>(to: Map<string, Left<What>[]>, name: string, step: number, what: What): void {
  const earlier = to.get(name);
  if (earlier === undefined) to.set(name, [{ step, what }]);
  else earlier.push({ step, what });
}

/** A number in each of what the steps left: what it was before the first step, and where it changed. */
function changesIn<What>(left: readonly Left<What>[] | undefined, numberOf: (what: What) => number | null) {
  const all: CounterChange[] = [];
  let first: number | null = null;
  let before: number | null = null;
  for (const { step, what } of left ?? []) {
    const after = numberOf(what);
    if (step === 0) first = after;
    else if (after !== before) all.push({ step, before, after });
    before = after;
  }
  return { first, all };
}

const CAMPAIGN_LISTS = ['campaigns', 'campaigns.active', 'campaign'] as const;

function atStage(counts: CampaignCounts, stage: string): number | null {
  if (stage === 'prepared') return preparedOf(counts);
  return isRecipientStage(stage) ? countOf(counts, stage) : null;
}

/** The number at a path of a list's row, or of what came with the rows; null where there is none. */
function numberAt(list: unknown, path: string, id: string): number | null {
  const page = fieldOf(list, 'page');
  const from = path.startsWith(FACTS) ? page : partOf(fieldOf(page, 'rows'), id);
  const found = path.split('.').reduce(partOf, from);
  return typeof found === 'number' ? found : null;
}

/** By what rows and their parts are told apart; one of a kind has none of these. */
const KEYS = ['id', 'path', 'node', 'batch', 'reason'] as const;

/** What a name of a path leads to: a field, or that of several things that has it as its key. */
function partOf(value: unknown, name: string): unknown {
  if (!Array.isArray(value)) return fieldOf(value, name);
  return value.find((each) => {
    const key = KEYS.find((field) => fieldOf(each, field) !== undefined);
    return name === (key === undefined ? '' : String(fieldOf(each, key)));
  });
}

/** How many rows a list's answer says there are; null before the first. */
function totalOf(list: unknown): number | null {
  const total = fieldOf(fieldOf(list, 'page'), 'total');
  return typeof total === 'number' ? total : null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
