import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { apiHeaders, expect } from './fixtures.ts';

const STEP = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Computes a code by RFC 6238, without the library with which the product verifies codes. */
export function totp(secret: string, at = Date.now()): string {
  const bits = [...secret.replace(/[\s=]/g, '')]
    .map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / STEP)));
  const digest = createHmac('sha1', key).update(step).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Enrols two-step verification as the profile does. `next` returns an unused code. */
export async function enrol(page: Page): Promise<{ codes: string[]; next: () => string }> {
  const created = await page.request.post('/api/perfil/fatores', { headers: apiHeaders });
  const { id, segredo } = await created.json();
  const at = Date.now();
  const verified = await page.request.post(`/api/perfil/fatores/${id}/verificacao`, {
    data: { codigo: totp(segredo, at) },
    headers: apiHeaders,
  });
  expect(verified.status()).toBe(200);
  // A code works once per time step. The server already accepts the code of the next step, because clocks
  // differ.
  const next = () => totp(segredo, Math.max(Date.now(), at + STEP));
  return { codes: (await verified.json()).codigos, next };
}
