import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import type { FilmedPath, FilmedStep } from './paths-findings.ts';

/** Pictures of people's screens in Chromium, step by step, and a trace of each path. What can't be recorded is left out. */
export interface StepRecorder {
  /** From now on this browser's screen is recorded, by the name of whoever sits before it. */
  readonly follow: (context: BrowserContext, who: string) => Promise<void>;
  readonly begin: (journey: string, path: string) => Promise<void>;
  /** The scene that a deed led to is on the screens; or isn't, and the path ends there. */
  readonly step: (deed: string | null, scene: string, failed: boolean) => Promise<void>;
  readonly end: () => Promise<void>;
  /** What was recorded of a journey, and the folder with its files; of a path that was repeated, the last time. */
  readonly of: (journey: string) => { readonly folder: string; readonly paths: readonly FilmedPath[] };
  /** Removes the files. */
  readonly stop: () => Promise<void>;
}

type Named = FilmedPath['traces'][number];

/** `everything`: each step, and traces; otherwise only the screens on which a path fails. */
export async function recordSteps(browser: Browser, everything: boolean): Promise<StepRecorder> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-steps-'));
  const names = new Map<BrowserContext, string>();
  const filmed = new Map<string, Map<string, FilmedPath>>();
  const tracing = new Set<BrowserContext>();
  let current = { journey: '', path: '' };
  let number = 0;
  let steps: FilmedStep[] = [];

  /** Those that are open. */
  const followed = () =>
    browser.contexts().flatMap((context) => {
      const who = names.get(context);
      return who === undefined ? [] : [{ context, who }];
    });

  /** A page that crashed can't be photographed, and mustn't hide why the path failed. */
  async function recorded(work: Promise<unknown>): Promise<boolean> {
    return work.then(
      () => true,
      () => false,
    );
  }

  async function trace(context: BrowserContext): Promise<void> {
    if (everything && (await recorded(context.tracing.startChunk()))) tracing.add(context);
  }

  async function photograph(): Promise<readonly Named[]> {
    const pictures: Named[] = [];
    for (const { context, who } of followed()) {
      for (const page of context.pages()) {
        const file = `${current.journey}-${number}-${steps.length}-${pictures.length}.jpeg`;
        const taken = page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 70, timeout: PICTURE_MS });
        if (await recorded(taken)) pictures.push({ who, file });
      }
    }
    return pictures;
  }

  async function stopTraces(): Promise<readonly Named[]> {
    const traces: Named[] = [];
    for (const { context, who } of followed().filter((each) => tracing.delete(each.context))) {
      const file = `${current.journey}-${number}-${traces.length}.zip`;
      if (await recorded(context.tracing.stopChunk({ path: join(folder, file) }))) traces.push({ who, file });
    }
    return traces;
  }

  return {
    follow: async (context, who) => {
      names.set(context, who);
      if (everything) await recorded(context.tracing.start({ screenshots: true, snapshots: true }));
      await trace(context);
    },
    begin: async (journey, path) => {
      current = { journey, path };
      number += 1;
      steps = [];
      filmed.get(journey)?.delete(path);
      for (const { context } of followed()) await trace(context);
    },
    step: async (deed, scene, failed) => {
      if (everything || failed) steps.push({ deed, scene, failed, pictures: await photograph() });
    },
    end: async () => {
      const traces = await stopTraces();
      if (steps.length === 0) return;
      const paths = filmed.get(current.journey) ?? new Map<string, FilmedPath>();
      // What goes wrong as a path is left comes after its traces.
      const earlier = paths.get(current.path)?.traces ?? [];
      filmed.set(current.journey, paths.set(current.path, { steps, traces: [...earlier, ...traces] }));
    },
    of: (journey) => ({ folder, paths: [...(filmed.get(journey)?.values() ?? [])] }),
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A page that hangs isn't waited for any longer. */
const PICTURE_MS = 5_000;
