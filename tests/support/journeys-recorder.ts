import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import type { FilmedPath, FilmedStep } from './paths-findings.ts';

/** Pictures of people's screens in Chromium, step by step, and a trace of each path. */
export interface StepRecorder {
  /** From now on this browser's screen is recorded, by the name of whoever sits before it. */
  readonly follow: (context: BrowserContext, who: string) => Promise<void>;
  readonly begin: (journey: string) => Promise<void>;
  /** The scene that a deed led to is on the screens; or isn't, and the path ends there. */
  readonly step: (deed: string | null, scene: string, failed: boolean) => Promise<void>;
  readonly end: () => Promise<void>;
  /** What was recorded of a journey, and the folder with its files. */
  readonly of: (journey: string) => { readonly folder: string; readonly paths: readonly FilmedPath[] };
}

/** `everything`: each step, and traces; otherwise only the screens on which a path fails. */
export async function recordSteps(browser: Browser, everything: boolean): Promise<StepRecorder> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-steps-'));
  const names = new Map<BrowserContext, string>();
  const filmed = new Map<string, FilmedPath[]>();
  let journey = '';
  let number = 0;
  let steps: FilmedStep[] = [];

  /** Those that are open. */
  const followed = () =>
    browser.contexts().flatMap((context) => {
      const who = names.get(context);
      return who === undefined ? [] : [{ context, who }];
    });

  async function photograph(): Promise<FilmedStep['pictures']> {
    const pictures: { readonly who: string; readonly file: string }[] = [];
    for (const { context, who } of followed()) {
      for (const page of context.pages()) {
        const file = `${journey}-${number}-${steps.length}-${pictures.length}.jpeg`;
        await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 70 });
        pictures.push({ who, file });
      }
    }
    return pictures;
  }

  return {
    follow: async (context, who) => {
      names.set(context, who);
      if (!everything) return;
      await context.tracing.start({ screenshots: true, snapshots: true });
      await context.tracing.startChunk();
    },
    begin: async (name) => {
      await mkdir(folder, { recursive: true });
      journey = name;
      number += 1;
      steps = [];
      if (everything) for (const { context } of followed()) await context.tracing.startChunk();
    },
    step: async (deed, scene, failed) => {
      if (everything || failed) steps.push({ deed, scene, failed, pictures: await photograph() });
    },
    end: async () => {
      const traces: { readonly who: string; readonly file: string }[] = [];
      for (const { context, who } of everything ? followed() : []) {
        const file = `${journey}-${number}-${traces.length}.zip`;
        await context.tracing.stopChunk({ path: join(folder, file) });
        traces.push({ who, file });
      }
      if (steps.length === 0) return;
      const path = { steps, traces };
      filmed.set(journey, [...(filmed.get(journey) ?? []), path]);
    },
    of: (name) => ({ folder, paths: filmed.get(name) ?? [] }),
  };
}
