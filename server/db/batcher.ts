import { setTimeout as pause } from 'node:timers/promises';
import { CommitUncertain, DatabaseUnavailable } from './failures.ts';

type Pending<Question, Answer> = {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * Batches concurrent questions by key: while some are being answered the next ones gather, so that a burst takes a few
 * queries. A single one waits only for `lingerMs`. `answer` returns one answer per question, in order. If it fails, they are asked
 * one by one, so that none fails because of another; if the database is down, all waiting ones fail at once.
 */
export class Batcher<Question, Answer> {
  readonly #queues = new Map<string, Pending<Question, Answer>[]>();
  readonly #atOnce: number;
  readonly #answer: (key: string, questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #lingerMs: number;

  constructor(
    atOnce: number,
    answer: (key: string, questions: readonly Question[]) => Promise<readonly Answer[]>,
    lingerMs = 0,
  ) {
    this.#atOnce = atOnce;
    this.#answer = answer;
    this.#lingerMs = lingerMs;
  }

  ask(key: string, question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const pending = { question, resolve, reject };
      const queue = this.#queues.get(key);
      if (queue !== undefined) return void queue.push(pending);
      const started = [pending];
      this.#queues.set(key, started);
      return void this.#serve(key, started);
    });
  }

  async #serve(key: string, queue: Pending<Question, Answer>[]): Promise<void> {
    if (this.#lingerMs > 0) await pause(this.#lingerMs);
    while (queue.length > 0) {
      const failure = await this.#answerAll(key, queue.splice(0, this.#atOnce));
      if (failure instanceof DatabaseUnavailable) for (const { reject } of queue.splice(0)) reject(failure);
    }
    this.#queues.delete(key);
  }

  /** The failure if it concerns all questions alike (the database is down); else undefined. */
  async #answerAll(key: string, pending: readonly Pending<Question, Answer>[]): Promise<unknown> {
    try {
      const questions = pending.map(({ question }) => question);
      const answers = await this.#answer(key, questions);
      for (const [index, answer] of answers.entries()) pending[index]?.resolve(answer);
      return undefined;
    } catch (error) {
      const isOfAll = error instanceof CommitUncertain || error instanceof DatabaseUnavailable;
      if (pending.length === 1 || isOfAll) {
        for (const { reject } of pending) reject(error);
        return error;
      }
      for (const one of pending) await this.#answerAll(key, [one]);
      return undefined;
    }
  }
}
