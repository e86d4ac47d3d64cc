/*
 * Two attendants on one conversation, in every order: what each of them must see. Written from the specification and
 * from what is settled beside it, not from the product: sets and lists, and the rule who may do what.
 *
 * A page knows the server's facts as of what it last heard. Somebody whose line is late hears only when told to, so
 * that they act on old facts; the others hear at once.
 */

export type Who = 'bruno' | 'colleague';
export const bothOf: readonly Who[] = ['bruno', 'colleague'];

export type Verb = 'opens' | 'leaves' | 'types' | 'sends' | 'takes' | 'accepts' | 'resets' | 'hears';
/** `resets`: the call with which a page says what was read reaches the server. `hears`: what waits for a late line comes. */
export type Deed = `${Who} ${Verb}` | 'the customer writes';

const verbs: readonly Verb[] = ['opens', 'leaves', 'types', 'sends', 'takes', 'accepts', 'resets', 'hears'];
export const deeds: readonly Deed[] = [
  ...bothOf.flatMap((who) => verbs.map((verb): Deed => `${who} ${verb}`)),
  'the customer writes',
];

/** Where a path begins: a conversation with one message, unread. */
export interface PairScene {
  /** Bruno is an attendant. The colleague sees his conversations too as an administrator, and not as an attendant. */
  readonly colleague: 'administrator' | 'attendant';
  readonly owner: Who | null;
  /** Whom it is offered to, in the queue. */
  readonly offeredTo?: Who;
  /** Whose line is late; they have the conversation open at first, and everything heard. */
  readonly late: Who | null;
  /** What nobody does in it. Without `resets`, what was read is known to the server at once. */
  readonly without: readonly Verb[];
  /** The customer waits when so many messages are unread. */
  readonly most: number;
}

/** What the server holds. */
interface Facts {
  readonly owner: Who | null;
  readonly offeredTo: Who | null;
  /** The thread; each text stands there once. */
  readonly said: readonly string[];
  readonly unread: readonly string[];
  /** How long the thread was when the conversation got its owner. */
  readonly takenAt: number;
}

interface PairPage {
  readonly knows: Facts;
  readonly isOpen: boolean;
  readonly isTyping: boolean;
  readonly draft: string;
  /** Submitted, and nothing heard of it. */
  readonly sent: readonly string[];
  /** What became of those, as the server knows. */
  readonly refusals: readonly string[];
  readonly refused: readonly string[];
  /** A reset on its way, or its answer: what it covers. */
  readonly asked: { readonly covers: readonly string[]; readonly isAnswered: boolean } | null;
  /** What the other one does, as last heard. */
  readonly other: Presence;
}

export type Presence = 'away' | 'looking' | 'typing';

export interface Pair {
  readonly scene: PairScene;
  readonly facts: Facts;
  readonly pages: Readonly<Record<Who, PairPage>>;
}

/** What somebody sees. `null`: not to be seen at all. */
export interface Look {
  /** Who has the conversation; `gone` for an attendant who lost it. */
  readonly owner: Who | 'nobody' | 'gone';
  /** Whether an offer of it waits for an answer. */
  readonly isOffered: boolean;
  readonly other: Presence | null;
  readonly unread: number | null;
  /** The open conversation's messages, then what is on its way. */
  readonly thread: readonly string[] | null;
  readonly canWrite: boolean;
  /** What was typed and not sent, wherever it is offered. */
  readonly draft: string;
  /** What was sent and refused, wherever it is offered. */
  readonly refused: readonly string[];
}

export function otherOf(who: Who): Who {
  return who === 'bruno' ? 'colleague' : 'bruno';
}

export function beginPair(scene: PairScene): Pair {
  const facts: Facts = {
    owner: scene.owner,
    offeredTo: scene.offeredTo ?? null,
    said: ['customer 1'],
    unread: ['customer 1'],
    takenAt: 0,
  };
  const page: PairPage = {
    knows: facts,
    isOpen: false,
    isTyping: false,
    draft: '',
    sent: [],
    refusals: [],
    refused: [],
    asked: null,
    other: 'away',
  };
  return { scene, facts, pages: { bruno: page, colleague: page } };
}

function isAdmin({ scene }: Pair, who: Who): boolean {
  return who === 'colleague' && scene.colleague === 'administrator';
}

/** Attendants see what is theirs and what nobody has; administrators see all. */
function sees(pair: Pair, who: Who, { owner }: Facts): boolean {
  return owner === null || owner === who || isAdmin(pair, who);
}

/** The counter is its owner's, or anybody's while nobody has the conversation. */
function counts(who: Who, { owner }: Facts): boolean {
  return owner === null || owner === who;
}

function presenceOf({ isOpen, isTyping }: PairPage): Presence {
  if (!isOpen) return 'away';
  return isTyping ? 'typing' : 'looking';
}

function madeBy(pair: Pair, name: string): number {
  return pair.facts.said.filter((text) => text.startsWith(`${name} `)).length;
}

/** Whether somebody can do it, by what their page shows. */
export function canDo(pair: Pair, deed: Deed): boolean {
  if (deed === 'the customer writes') return pair.facts.unread.length < pair.scene.most;
  const [who, verb] = partsOf(deed);
  if (pair.scene.without.includes(verb)) return false;
  const page = pair.pages[who];
  const isSeen = sees(pair, who, page.knows);
  switch (verb) {
    case 'opens':
      return !page.isOpen && isSeen;
    case 'leaves':
      return page.isOpen;
    case 'types':
      return page.isOpen && isSeen && !page.isTyping;
    // What is behind another one waits for its answer: that is the model of message-send.
    case 'sends':
      return page.isOpen && isSeen && page.draft !== '' && page.sent.length === 0;
    case 'takes':
      return isSeen && page.knows.owner === null;
    case 'accepts':
      return page.knows.offeredTo === who;
    case 'resets':
      return page.asked !== null && !page.asked.isAnswered;
    case 'hears':
      return pair.scene.late === who && isBehind(pair, who);
  }
}

function sentBy(pair: Pair, who: Who): number {
  const { sent, refused } = pair.pages[who];
  return new Set([...pair.facts.said.filter((text) => text.startsWith(`${who} `)), ...sent, ...refused]).size;
}

function isBehind(pair: Pair, who: Who): boolean {
  const page = pair.pages[who];
  return heard(pair, who).pages[who] !== page;
}

export function partsOf(deed: Exclude<Deed, 'the customer writes'>): readonly [Who, Verb] {
  const who = deed.startsWith('bruno ') ? 'bruno' : 'colleague';
  const verb = verbs.find((one) => deed === `${who} ${one}`);
  if (verb === undefined) throw new Error(`Nobody does "${deed}"`);
  return [who, verb];
}

/** After a deed, everybody whose line isn't late has heard of it. */
export function afterDeed(pair: Pair, deed: Deed): Pair {
  const done = deed === 'the customer writes' ? writtenTo(pair) : doneBy(pair, ...partsOf(deed));
  return settled(deed.endsWith(' hears') ? bothOf.reduce(heard, done) : done);
}

function settled(pair: Pair): Pair {
  const { late, without } = pair.scene;
  let now = pair;
  for (const who of without.includes('resets') ? bothOf : []) {
    if (now.pages[who].asked?.isAnswered === false) now = reset(now, who);
  }
  for (const who of bothOf) if (who !== late) now = heard(now, who);
  return now === pair ? pair : settled(now);
}

function writtenTo(pair: Pair): Pair {
  const text = `customer ${madeBy(pair, 'customer') + 1}`;
  const { facts } = pair;
  return { ...pair, facts: { ...facts, said: [...facts.said, text], unread: [...facts.unread, text] } };
}

function doneBy(pair: Pair, who: Who, verb: Verb): Pair {
  const page = pair.pages[who];
  switch (verb) {
    case 'opens':
      return reading(withPage(pair, who, { isOpen: true, isTyping: false }), who);
    case 'leaves':
      return withPage(pair, who, { isOpen: false, isTyping: false });
    case 'types':
      return withPage(pair, who, { draft: page.draft || `${who} ${sentBy(pair, who) + 1}`, isTyping: true });
    case 'sends':
      return sent(
        withPage(pair, who, { draft: '', isTyping: false, sent: [...page.sent, page.draft] }),
        who,
        page.draft,
      );
    case 'takes':
      return pair.facts.owner === null && pair.facts.offeredTo === null ? taken(pair, who) : pair;
    case 'accepts':
      return pair.facts.offeredTo === who ? taken(pair, who) : pair;
    case 'resets':
      return reset(pair, who);
    case 'hears':
      return pair;
  }
}

function withPage(pair: Pair, who: Who, changes: Partial<PairPage>): Pair {
  return { ...pair, pages: { ...pair.pages, [who]: { ...pair.pages[who], ...changes } } };
}

/** Its offer ends with it, whoever it was made to. */
function taken(pair: Pair, who: Who): Pair {
  return { ...pair, facts: { ...pair.facts, owner: who, offeredTo: null, takenAt: pair.facts.said.length } };
}

/** Whoever answers what nobody has, has it. What is another's is answered by administrators alone. */
function sent(pair: Pair, who: Who, text: string): Pair {
  if (!sees(pair, who, pair.facts)) {
    return withPage(pair, who, { refusals: [...pair.pages[who].refusals, text] });
  }
  const now = pair.facts.owner === null ? taken(pair, who) : pair;
  return { ...now, facts: { ...now.facts, said: [...now.facts.said, text] } };
}

/** Looking in leaves another's counter alone, also when the call was made before it was another's. */
function reset(pair: Pair, who: Who): Pair {
  const covers = pair.pages[who].asked?.covers ?? [];
  const answered = withPage(pair, who, { asked: { covers, isAnswered: true } });
  if (!sees(pair, who, pair.facts) || !counts(who, pair.facts)) return answered;
  const unread = pair.facts.unread.filter((text) => !covers.includes(text));
  return unread.length === pair.facts.unread.length ? answered : { ...answered, facts: { ...answered.facts, unread } };
}

/** A page with the conversation in view says so, once for each message. */
function reading(pair: Pair, who: Who): Pair {
  const { asked, isOpen, knows } = pair.pages[who];
  if (!isOpen || asked !== null || !counts(who, knows) || knows.unread.length === 0) return pair;
  return withPage(pair, who, { asked: { covers: knows.said.filter(isCustomers), isAnswered: false } });
}

function isCustomers(text: string): boolean {
  return text.startsWith('customer ');
}

/** A page hears everything that waits for it. Who no longer sees the conversation hears nothing of it that comes later. */
function heard(pair: Pair, who: Who): Pair {
  const page = pair.pages[who];
  const { facts } = pair;
  const isLost = !sees(pair, who, facts);
  const knows = isLost ? lostFacts(page.knows, facts) : facts;
  const isAnswered = page.asked?.isAnswered === true;
  const other = isLost || !sees(pair, otherOf(who), facts) ? page.other : presenceOf(pair.pages[otherOf(who)]);
  const isSame = sameFacts(knows, page.knows) && page.sent.length === 0 && !isAnswered && other === page.other;
  if (isSame) return pair;
  const next = withPage(pair, who, {
    knows,
    sent: [],
    refusals: [],
    refused: [...page.refused, ...page.refusals],
    asked: isAnswered ? null : page.asked,
    other,
  });
  return reading(next, who);
}

function lostFacts(known: Facts, facts: Facts): Facts {
  const said = known.owner === facts.owner ? known.said : facts.said.slice(0, facts.takenAt);
  return { ...facts, said, unread: [] };
}

function sameFacts(one: Facts, other: Facts): boolean {
  return (
    one.owner === other.owner &&
    one.offeredTo === other.offeredTo &&
    one.said.join() === other.said.join() &&
    one.unread.join() === other.unread.join()
  );
}

/** What somebody has to see now. */
export function lookOf(pair: Pair, who: Who): Look {
  const page = pair.pages[who];
  const { knows, isOpen, asked, sent: underWay } = page;
  const isSeen = sees(pair, who, knows);
  const isTogether = isSeen && sees(pair, otherOf(who), pair.facts) && sees(pair, who, pair.facts);
  return {
    owner: isSeen ? (knows.owner ?? 'nobody') : 'gone',
    isOffered: isSeen && knows.offeredTo !== null,
    other: isTogether ? page.other : null,
    unread: isSeen ? unreadAt(page, isOpen && counts(who, knows), asked?.covers ?? null) : null,
    thread: isOpen ? [...knows.said, ...page.refused, ...underWay] : null,
    canWrite: isOpen && isSeen,
    draft: page.draft,
    refused: page.refused,
  };
}

/** What is being read counts as read. */
function unreadAt({ knows }: PairPage, isInView: boolean, covers: readonly string[] | null): number {
  if (covers === null) return knows.unread.length;
  return isInView ? 0 : knows.unread.filter((text) => !covers.includes(text)).length;
}

/** Pairs with the same key go on in the same way: what was said and read long ago makes no difference. */
export function keyOf(pair: Pair): string {
  return JSON.stringify([pair.facts.owner, pair.facts.offeredTo, bothOf.map((who) => pageKey(pair, who))]);
}

function pageKey(pair: Pair, who: Who): unknown {
  const { knows, isOpen, isTyping, draft, sent: underWay, refusals, refused, asked, other } = pair.pages[who];
  const { facts } = pair;
  const screen = [isOpen, draft !== '', refused.length > 0];
  if (!sees(pair, who, knows)) return [screen, asked !== null];
  const unread = [...new Set([...facts.unread, ...knows.unread])].map((text) =>
    [facts.unread, knows.unread, asked?.covers ?? []].map((list) => Number(list.includes(text))).join(''),
  );
  const lines = [underWay.length > 0, refusals.length > 0, facts.said.length > knows.said.length];
  return [screen, knows.owner, knows.offeredTo, isTyping, lines, unread.toSorted(), asked?.isAnswered ?? null, other];
}

const nobodys = { owner: null, late: null, without: [], most: 1 } as const;
const late = { without: ['resets'], most: 0 } as const;

/** Together they cover every order of the deeds; scenes with a late line skip the orders that the others cover. */
export const pairScenes: Readonly<Record<string, PairScene>> = {
  'nobody has it, an administrator is there too': { ...nobodys, colleague: 'administrator' },
  'nobody has it, another attendant is there too': { ...nobodys, colleague: 'attendant' },
  'it is offered to another attendant, and nobody has it': {
    ...nobodys,
    colleague: 'attendant',
    offeredTo: 'colleague',
    without: ['resets'],
  },
  'it is offered to another attendant, who hears late what Bruno does': {
    ...late,
    colleague: 'attendant',
    owner: null,
    offeredTo: 'colleague',
    late: 'colleague',
  },
  'it is Bruno’s, an administrator looks in': {
    colleague: 'administrator',
    owner: 'bruno',
    late: null,
    without: [],
    most: 2,
  },
  'nobody has it, Bruno hears late what the administrator does': {
    ...late,
    colleague: 'administrator',
    owner: null,
    late: 'bruno',
  },
  'nobody has it, the administrator hears late what Bruno does': {
    ...late,
    colleague: 'administrator',
    owner: null,
    late: 'colleague',
  },
  'nobody has it, another attendant hears late what Bruno does': {
    ...late,
    colleague: 'attendant',
    owner: null,
    late: 'colleague',
  },
  'it is Bruno’s, the administrator who looks in hears late': {
    ...late,
    colleague: 'administrator',
    owner: 'bruno',
    late: 'colleague',
    most: 1,
  },
};
