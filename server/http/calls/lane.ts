/** The company and user of a call: companies take turns, and within a company its users. */
export type Turn = {
  readonly company: string;
  readonly user: string;
  /** Without a login: the company is an address, which many people may share. */
  readonly isOpen?: boolean;
};

export type LaneLimits = {
  /** Concurrent calls: in total, per company, per user. */
  readonly atOnce: number;
  readonly ofCompany: number;
  readonly ofUser: number;
  /** Concurrent calls without a login: in total, and per address. */
  readonly open?: { readonly atOnce: number; readonly ofAddress: number };
  /** Waiting calls per company (or address) and per user, and how long each waits at most. */
  readonly queueOfCompany: number;
  readonly queueOfUser: number;
  readonly queueMs: number;
  /**
   * A call running longer than `afterMs` (waiting for a lock, or an external service) frees its place, for at most so
   * many in total and per company.
   */
  readonly slow?: { readonly afterMs: number; readonly atOnce: number; readonly ofCompany: number };
};

/** Not run: too many calls of the user or company were waiting, or this one waited too long or was cancelled. */
export class NoTurn extends Error {
  readonly limit: 'queueOfUser' | 'queueOfCompany' | 'queueMs' | 'abandoned';

  constructor(limit: NoTurn['limit']) {
    super(`A call was not run: ${limit}`);
    this.name = 'NoTurn';
    this.limit = limit;
  }
}

type Leave = () => void;
type User = { running: number; slow: number; waiting: Set<() => void> };
type Company = { isOpen: boolean; running: number; slow: number; waiting: number; users: Map<string, User> };
type Place = { turn: Turn; company: Company; user: User };
type Run = { readonly place: Place; state: 'running' | 'slow' | 'over' };

/**
 * Runs a limited number of calls concurrently, in fair order: companies take turns, and users within a company, so that
 * many calls of one don't delay others.
 */
export class Lane {
  readonly #limits: LaneLimits;
  /** Companies with calls; both maps are in the order of the next turn. */
  readonly #companies = new Map<string, Company>();
  #running = 0;
  #slow = 0;
  /** Those without a login. */
  #open = { running: 0, slow: 0 };
  #waiting = 0;
  /** Running calls that are slow, but over the limit of slow ones. */
  readonly #late = new Set<Run>();

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running + this.#slow;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Waits for a turn and returns the function that ends it. Refuses with `NoTurn`, also if `signal` aborts first. */
  enter(turn: Turn, signal?: AbortSignal): Promise<Leave> {
    if (signal?.aborted === true) return Promise.reject(new NoTurn('abandoned'));
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

  #mayRun(company: Company): boolean {
    const { atOnce, ofCompany, open } = this.#limits;
    const { isOpen, running } = company;
    // The last place is reserved for those without slow calls: others may wait for the same lock, and block everybody.
    if (atOnce > 1 && this.#running === atOnce - 1 && this.#isSlow(company)) return false;
    if (!isOpen || open === undefined) return running < ofCompany;
    // One place is reserved for calls with a login.
    const inAll = Math.min(open.atOnce, Math.max(1, atOnce - 1));
    return running < Math.min(open.ofAddress, ofCompany) && this.#open.running < inAll;
  }

  /** Whether a company has slow calls; for addresses, whether any has. */
  #isSlow(company: Company): boolean {
    const isOne = (other: Company) => (company.isOpen ? other.isOpen : other === company);
    const { slow } = company.isOpen ? this.#open : company;
    return slow > 0 || [...this.#late].some(({ place }) => isOne(place.company));
  }

  #fullQueue({ company, user }: Place): NoTurn['limit'] | undefined {
    if (!company.isOpen && user.waiting.size >= this.#limits.queueOfUser) return 'queueOfUser';
    return company.waiting >= this.#limits.queueOfCompany ? 'queueOfCompany' : undefined;
  }

  #begin(place: Place): Leave {
    this.#count(place, 1);
    this.#moveBack(place);
    const run: Run = { place, state: 'running' };
    const { slow } = this.#limits;
    const timer = slow && setTimeout(() => this.#slowDown(run), slow.afterMs);
    return () => {
      clearTimeout(timer);
      if (run.state === 'over') return;
      const wasSlow = run.state === 'slow';
      run.state = 'over';
      this.#late.delete(run);
      if (wasSlow) this.#countSlow(place, -1);
      else this.#count(place, -1);
      this.#moveBack(place);
      this.#forget(place);
      if (wasSlow) for (const late of this.#late) this.#slowDown(late);
      this.#giveTurns();
    };
  }

  /** Frees a slow call's place; over the limit of slow ones it is retried when one ends. */
  #slowDown(run: Run): void {
    if (!this.#hasSlowPlace(run.place)) {
      this.#late.add(run);
      return;
    }
    this.#late.delete(run);
    run.state = 'slow';
    this.#count(run.place, -1);
    this.#countSlow(run.place, 1);
    this.#giveTurns();
  }

  #hasSlowPlace({ company }: Place): boolean {
    const { slow } = this.#limits;
    if (slow === undefined || this.#slow >= slow.atOnce) return false;
    // All addresses together count as one company here.
    return (company.isOpen ? this.#open.slow : company.slow) < slow.ofCompany;
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

  /** Moves it to the end of the line. */
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
