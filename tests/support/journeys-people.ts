import type { MessageId } from '../../src/i18n/message-id.ts';

/** A customer with a phone. */
export interface Customer {
  readonly name: string;
  /** Digits, country code first. */
  readonly phone: string;
}

export type Tab = 'mine' | 'all' | 'finished';

/** What is to be seen of a customer's line in the list. */
export interface RowLooks {
  readonly unread?: number;
  /** At the top of the list. */
  readonly first?: true;
  readonly transferring?: true;
}

/** What is to be seen of a message in the open conversation. It stands there once. */
export interface MessageLooks {
  readonly by: 'me' | 'customer';
  readonly text: string;
  readonly ticks?: 'pending' | 'sent' | 'delivered' | 'read' | 'error';
  /** The text of the message it answers. */
  readonly quotes?: string;
  readonly note?: {
    readonly text: MessageId;
    readonly reason?: MessageId;
    /** Of the reason. */
    readonly values?: Readonly<Record<string, string>>;
  };
}

/** A notice by its texts in the catalogue. */
export interface NoticeLooks {
  readonly title: MessageId;
  readonly body: MessageId;
  readonly values: Readonly<Record<string, string>>;
}

export type Connection = 'live' | 'reconnecting' | 'offline';

/**
 * Somebody at a page of the product, with a network of their own: by hand in a browser, or without a
 * screen at a wired client. What they do is under way when its promise is kept; what they see is
 * waited for, and the promise broken when it never comes.
 */
export interface Attendant {
  readonly name: string;

  /** Opens the page at a path below the tenant's base. */
  visit(path: string): Promise<void>;
  enter(password: 'right' | 'wrong'): Promise<void>;
  goToAttendance(): Promise<void>;
  reload(): Promise<void>;
  leave(): Promise<void>;
  /** Leaves on another page of the same browser; nobody does anything on this one. */
  leaveElsewhere(): Promise<void>;
  /** Does something with an access token that has expired; it is renewed on the way. */
  outliveAccess(): Promise<void>;

  loseNetwork(): Promise<void>;
  /** What is said is heard, but no answer comes. */
  loseAnswers(): void;
  /** Nothing gets through, and nobody notices yet. */
  stallNetwork(): void;
  findNetwork(): Promise<void>;

  show(tab: Tab): Promise<void>;
  open(customer: Customer): Promise<void>;
  /** The view goes to the customer's new attendance by itself. */
  goesAlong(customer: Customer): Promise<void>;
  backToList(): Promise<void>;
  write(text: string): Promise<void>;
  quote(message: MessageLooks): Promise<void>;
  dropQuote(): Promise<void>;
  /** Waits for the server's answer. */
  tryAgain(text: string): Promise<void>;
  discard(text: string): Promise<void>;

  askToTransfer(): Promise<void>;
  offerTo(name: string): Promise<void>;
  dropTransfer(): Promise<void>;
  accept(): Promise<void>;
  /** Declines what is offered to them; takes back or cancels what is offered to another. */
  decline(): Promise<void>;

  askToFinish(): Promise<void>;
  finish(): Promise<void>;
  keepAttending(): Promise<void>;

  /** The login, which leads on to the path; refused or not. */
  seesLogin(to: string | null, refusal: MessageId | null): Promise<void>;
  seesHome(): Promise<void>;
  seesAttendance(): Promise<void>;
  seesConnection(connection: Connection): Promise<void>;
  seesRow(customer: Customer, looks?: RowLooks): Promise<void>;
  seesNoRow(customer: Customer): Promise<void>;
  seesMessage(message: MessageLooks): Promise<void>;
  seesNoMessage(text: string): Promise<void>;
  /** What the next message is going to answer; null for none. */
  seesQuote(text: string | null): Promise<void>;
  /** Why nothing can be written; null when one can. */
  seesClosed(why: MessageId | null, owner?: string, how?: 'passedTo' | 'takenBy'): Promise<void>;
  seesOwner(name: string | null): Promise<void>;
  /** The card of a pending transfer: `mine` waits for this attendant's answer. */
  seesOffer(offer: 'mine' | 'other' | null): Promise<void>;
  /** Whom the dialog offers, or null when there is no dialog. */
  seesCandidate(name: string | null): Promise<void>;
  seesFinishDialog(isThere: boolean): Promise<void>;
  seesNotice(notice: NoticeLooks): Promise<void>;
  /** The thread's line of a transfer that was declined or cancelled. */
  seesWithdrawal(how: 'declined' | 'cancelled', by: string, to: string): Promise<void>;
  /** The protocols of the customer's earlier attendances. */
  seesEarlier(protocol: string): Promise<void>;
  /** The protocol of the open conversation. */
  protocol(): Promise<string>;
}
