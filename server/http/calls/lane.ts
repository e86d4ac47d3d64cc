/** Whose call it is: calls of one company take turns with those of others, and inside it those of its users. */
export type Turn = {
  readonly company: string;
  readonly user: string;
  /** Without a login: the company is an address, and many people may stand behind it. */
  readonly isOpen?: boolean;
};

export type LaneLimits = {
  /** Calls that run at a time: in all, of one company, of one user. */
  readonly atOnce: number;
  readonly ofCompany: number;
  readonly ofUser: number;
  /** Calls without a login that run at a time: in all, and of one address. */
  readonly open?: { readonly atOnce: number; readonly ofAddress: number };
  /** Calls that wait at a time (an address has a company's queue, not a user's), and how long each waits at most. */
  readonly queueOfCompany: number;
  readonly queueOfUser: number;
  readonly queueMs: number;
  /** Who runs longer than `afterMs` (waits for a lock, or for somebody outside) leaves its turn to the next, so many in all and of a company. */
  readonly slow?: { readonly afterMs: number; readonly atOnce: number; readonly ofCompany: number };
};

/** No turn came: too many of the user or the company waited already, or this call waited too long or was given up. */
export class NoTurn extends Error {
  readonly limit: 'queueOfUser' | 'queueOfCompany' | 'queueMs' | 'abandoned';

  constructor(limit: NoTurn['limit']) {
    super(`A call got no turn: ${limit}`);
    this.name = 'NoTurn';
    this.limit = limit;
  }
}

type Leave = () => void;
type User = { running: number; slow: number; waiting: Set<() => void> };
type Company = { isOpen: boolean; running: number; slow: number; waiting: number; users: Map<string, User> };
type Place = { turn: Turn; company: Company; user: User };

/**
 * Runs calls a few at a time. Turns are given in fair order: to one company after the other, and
 * inside a company to one user after the other, so that nobody's many calls delay another's few.
 */
export class Lane {
  readonly #limits: LaneLimits;
  /** Who has calls here; both maps are in the order in which the next turn is given. */
  readonly #companies = new Map<string, Company>();
  #running = 0;
  #slow = 0;
  /** Of these, calls without a login. */
  #open = { running: 0, slow: 0 };
  #waiting = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running + this.#slow;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Waits for a turn and answers what ends it. Refuses with `NoTurn`, also when `signal` aborts before. */
  enter(turn: Turn, signal?: AbortSignal): Promise<Leave> {
    const place = this.#placeOf(turn);
    if (this.#hasRoom(place)) return Promise.resolve(this.#begin(place));
    const full = this.#fullQueue(place);
    return full === undefined ? this.#wait(place, signal) : Promise.reject(new NoTurn(full));
  }

  #placeOf(turn: Turn): Place {
    const company = this.#companies.get(turn.company) ?? newCompany(turn.isOpen ?? false);
    const user = company.users.get(turn.user) ?? { running: 0, slow: 0, waiting: new Set<() => void>() };
    return { turn, company, user };
  }

  #hasRoom({ company, user }: Pick<Place, 'company' | 'user'>): boolean {
    return this.#running < this.#limits.atOnce && this.#mayRun(company) && user.running < this.#limits.ofUser;
  }

  #mayRun({ isOpen, running }: Company): boolean {
    const { atOnce, ofCompany, open } = this.#limits;
    if (!isOpen || open === undefined) return running < ofCompany;
    // One is always left to those with a login.
    const inAll = Math.min(open.atOnce, Math.max(1, atOnce - 1));
    return running < Math.min(open.ofAddress, ofCompany) && this.#open.running < inAll;
  }

  #fullQueue({ company, user }: Place): NoTurn['limit'] | undefined {
    if (!company.isOpen && user.waiting.size >= this.#limits.queueOfUser) return 'queueOfUser';
    return company.waiting >= this.#limits.queueOfCompany ? 'queueOfCompany' : undefined;
  }

  #begin(place: Place): Leave {
    this.#count(place, 1);
    this.#moveBack(place);
    let state: 'running' | 'slow' | 'over' = 'running';
    const { slow } = this.#limits;
    const timer = slow && setTimeout(() => (state = this.#slowDown(place) ? 'slow' : state), slow.afterMs);
    return () => {
      clearTimeout(timer);
      if (state === 'running') this.#count(place, -1);
      if (state === 'slow') this.#countSlow(place, -1);
      if (state === 'over') return;
      state = 'over';
      this.#moveBack(place);
      this.#forget(place);
      this.#giveTurns();
    };
  }

  #slowDown(place: Place): boolean {
    const { slow } = this.#limits;
    if (slow === undefined || this.#slow >= slow.atOnce) return false;
    // All addresses together are slow like one company.
    const ofCompany = place.company.isOpen ? this.#open.slow : place.company.slow;
    if (ofCompany >= slow.ofCompany) return false;
    this.#count(place, -1);
    this.#countSlow(place, 1);
    this.#giveTurns();
    return true;
  }

  #count({ company, user }: Place, by: 1 | -1): void {
    this.#running += by;
    company.running += by;
    user.running += by;
    if (company.isOpen) this.#open.running += by;
  }

  #countSlow({ company, user }: Place, by: 1 | -1): void {
    this.#slow += by;
    company.slow += by;
    user.slow += by;
    if (company.isOpen) this.#open.slow += by;
  }

  #wait(place: Place, signal: AbortSignal | undefined): Promise<Leave> {
    const { company, user } = place;
    this.#remember(place);
    return new Promise((resolve, reject) => {
      const leaveQueue = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        user.waiting.delete(begin);
        company.waiting -= 1;
        this.#waiting -= 1;
      };
      const begin = (): void => {
        leaveQueue();
        resolve(this.#begin(place));
      };
      const refuse = (limit: NoTurn['limit']): void => {
        leaveQueue();
        this.#forget(place);
        reject(new NoTurn(limit));
      };
      const giveUp = (): void => refuse('abandoned');
      const timer = setTimeout(() => refuse('queueMs'), this.#limits.queueMs);
      user.waiting.add(begin);
      company.waiting += 1;
      this.#waiting += 1;
      signal?.addEventListener('abort', giveUp);
    });
  }

  #giveTurns(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) next();
  }

  #next(): (() => void) | undefined {
    if (this.#running >= this.#limits.atOnce) return undefined;
    for (const company of this.#companies.values()) {
      if (company.waiting === 0 || !this.#mayRun(company)) continue;
      for (const user of company.users.values()) {
        const [first] = user.waiting;
        if (first !== undefined && user.running < this.#limits.ofUser) return first;
      }
    }
    return undefined;
  }

  /** Behind the others, who are next. */
  #moveBack(place: Place): void {
    this.#companies.delete(place.turn.company);
    place.company.users.delete(place.turn.user);
    this.#remember(place);
  }

  #remember({ turn, company, user }: Place): void {
    this.#companies.set(turn.company, company);
    company.users.set(turn.user, user);
  }

  #forget({ turn, company, user }: Place): void {
    if (user.running + user.slow + user.waiting.size === 0) company.users.delete(turn.user);
    if (company.users.size === 0) this.#companies.delete(turn.company);
  }
}

function newCompany(isOpen: boolean): Company {
  return { isOpen, running: 0, slow: 0, waiting: 0, users: new Map() };
}
