import { CommitUncertain, DatabaseUnavailable } from './failures.ts';
import { Lines } from './lines.ts';

type Asked<Question, Answer> = {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * Answers questions of one key together: while some are being answered the next ones gather, so a storm of them takes
 * a few queries instead of several each. One that comes alone doesn't wait. `answer` gives one answer for each
 * question, in their order; where it fails they are asked one by one, so that nobody fails for another.
 */
export class Together<Question, Answer> {
  readonly #lines: Lines<Asked<Question, Answer>>;
  readonly #answer: (key: string, questions: readonly Question[]) => Promise<readonly Answer[]>;

  constructor(atOnce: number, answer: (key: string, questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.#answer = answer;
    this.#lines = new Lines(atOnce, (key, asked) => this.#serve(key, asked));
  }

  ask(key: string, question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => this.#lines.add(key, { question, resolve, reject }));
  }

  async #serve(key: string, asked: readonly Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#answer(
        key,
        asked.map(({ question }) => question),
      );
      for (const [index, answer] of answers.entries()) asked[index]?.resolve(answer);
    } catch (error) {
      const isOfAll = error instanceof CommitUncertain || error instanceof DatabaseUnavailable;
      if (asked.length === 1 || isOfAll) for (const { reject } of asked) reject(error);
      else for (const one of asked) await this.#serve(key, [one]);
    }
  }
}
