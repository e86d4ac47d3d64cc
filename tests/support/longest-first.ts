import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Begins with the file that takes longest by far; at the end, one worker would wait for it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('machines.paths.test.ts');
    return [...sorted.filter((file) => isLongest(file)), ...sorted.filter((file) => !isLongest(file))];
  }
}
