import { CommitUncertain, DatabaseUnavailable } from './failures.ts';

type Asked<Question, Answer> = {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * Answers questions of one key together: while some are being answered the next ones gather, so that a storm of them
 * takes a few queries instead of several each. One that comes alone doesn't wait. `answer` gives one answer for each
 * question, in their order. Where it fails they are asked one by one, so that nobody fails for another; without the
 * database all that wait fail at once, instead of waiting in vain one batch after the other.
 */
export class Together<Question, Answer> {
  readonly #lines = new Map<string, Asked<Question, Answer>[]>();
  readonly #atOnce: number;
  readonly #answer: (key: string, questions: readonly Question[]) => Promise<readonly Answer[]>;

  constructor(atOnce: number, answer: (key: string, questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.#atOnce = atOnce;
    this.#answer = answer;
  }

  ask(key: string, question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = { question, resolve, reject };
      const line = this.#lines.get(key);
      if (line !== undefined) return void line.push(asked);
      const begun = [asked];
      this.#lines.set(key, begun);
      return void this.#serve(key, begun);
    });
  }

  async #serve(key: string, line: Asked<Question, Answer>[]): Promise<void> {
    while (line.length > 0) {
      const failure = await this.#answerAll(key, line.splice(0, this.#atOnce));
      if (failure instanceof DatabaseUnavailable) for (const { reject } of line.splice(0)) reject(failure);
    }
    this.#lines.delete(key);
  }

  /** Answers the failure that all of them had, if they had one. */
  async #answerAll(key: string, asked: readonly Asked<Question, Answer>[]): Promise<unknown> {
    try {
      const questions = asked.map(({ question }) => question);
      const answers = await this.#answer(key, questions);
      for (const [index, answer] of answers.entries()) asked[index]?.resolve(answer);
      return undefined;
    } catch (error) {
      const isOfAll = error instanceof CommitUncertain || error instanceof DatabaseUnavailable;
      if (asked.length === 1 || isOfAll) {
        for (const { reject } of asked) reject(error);
        return error;
      }
      for (const one of asked) await this.#answerAll(key, [one]);
      return undefined;
    }
  }
}
