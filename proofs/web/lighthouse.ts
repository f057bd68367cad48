import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import desktop from 'lighthouse/core/config/desktop-config.js';
import { CHROMIUM, launchOptions } from '../../playwright.config.ts';
import { DEMO } from '../../tools/seed/demo.ts';
import { note } from '../kit/figures.ts';

export interface Scores {
  performance: number;
  accessibility: number;
  bestPractices: number;
}

interface Options {
  url: string;
  path: string;
  signedIn: boolean;
  runs: number;
  port: number;
}

const TIME_LIMIT_MS = 180_000;
/** The open stream of changes may keep Lighthouse waiting for a silent network until this limit. */
const LOAD_LIMIT_MS = 30_000;
const TRIES = 3;

/**
 * Runs Lighthouse. It sometimes waits for its browser without end, so a run that takes too long is repeated.
 */
export async function audit(options: Options): Promise<Scores[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await auditOnce(options);
    } catch (error) {
      if (tries === TRIES) throw error;
      note(`${options.path}: Lighthouse failed and runs again: ${error}`);
    }
  }
}

/** Runs Lighthouse with its desktop preset in a new browser, which has signed in if the options say so. */
async function auditOnce(options: Options): Promise<Scores[]> {
  const profile = await mkdtemp(`${tmpdir()}/prumo-lighthouse-`);
  const browser = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    // The full browser instead of the headless shell, because people use the full browser.
    executablePath: process.env['CHROMIUM_PATH'] ?? CHROMIUM,
    args: [...launchOptions.args, `--remote-debugging-port=${options.port}`],
  });
  try {
    if (options.signedIn)
      await browser.request.post(`${options.url}/api/sessoes`, {
        data: DEMO,
        headers: { origin: options.url },
      });
    const scores: Scores[] = [];
    for (let run = 0; run < options.runs; run++) {
      const audited = lighthouse(
        `${options.url}${options.path}`,
        // Without this option Lighthouse would delete the session's cookie.
        {
          port: options.port,
          logLevel: 'error',
          disableStorageReset: true,
          maxWaitForLoad: LOAD_LIMIT_MS,
          onlyCategories: ['performance', 'accessibility', 'best-practices'],
        },
        desktop,
      );
      // A run that is given up fails once more when its browser closes.
      audited.catch(() => {});
      const result = await Promise.race([
        audited,
        sleep(TIME_LIMIT_MS, undefined, { ref: false }).then(() => {
          throw new Error(`Lighthouse gave no result within ${TIME_LIMIT_MS / 1000} s`);
        }),
      ]);
      if (!result) throw new Error(`Lighthouse gave no result for ${options.path}`);
      const { categories, audits } = result.lhr;
      const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
      for (const { id, score: each, title, scoreDisplayMode } of Object.values(audits))
        if (scoreDisplayMode === 'binary' && each === 0) note(`${options.path}: ${id}: ${title}`);
      scores.push({
        performance: score('performance'),
        accessibility: score('accessibility'),
        bestPractices: score('best-practices'),
      });
    }
    return scores;
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}
