import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { blurs } from '#testing/images/hostile-svg.ts';
import { openImages } from './images.ts';

const images = openImages({ processes: 1, wallMs: 60_000, maxWaitMs: 60_000 });
afterAll(() => images.close());

const tooHeavy = {
  ok: false,
  kind: 'refused',
  mensagem: 'Esta imagem é pesada demais para ser lida. Salve-a em tamanho menor e tente outra vez.',
};

const blank = (width: number, height: number, background = '#cc0000') =>
  sharp({ create: { width, height, channels: 3, background } });
const jpeg = () => blank(60, 40).jpeg().toBuffer();
const svg = (content: string, root = 'width="20" height="10"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>`);
/** Returns red, green, blue and alpha of the middle pixel of the re-encoded image. */
async function middle(bytes: Buffer): Promise<number[]> {
  const result = await images.reencode('empresa', bytes, { maxSide: 20 });
  if (!result.ok) throw new Error(result.mensagem);
  const { data, info } = await sharp(result.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
  return [...data.subarray(at, at + 4)];
}

describe('an SVG', () => {
  test('is rendered at the maximum size, whatever size it declares', async () => {
    for (const root of ['width="2" height="1"', 'width="90000" height="45000"', 'viewBox="0 0 4 2"']) {
      const result = await images.reencode('empresa', svg('<rect width="9" height="9"/>', root), {
        maxSide: 300,
      });
      expect(result, root).toMatchObject({ ok: true, largura: 300, altura: 150, tipo: 'image/webp' });
    }
  });

  test('is recognised behind the prolog, comments and entities that exporters write', async () => {
    const [red = 0] = await middle(
      Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-8"?>
        <!-- Generator: <svg> of an illustrator -->
        <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
          <!ENTITY ns_svg "http://www.w3.org/2000/svg"> <!ENTITY cor '#cc0000'>
        ]>
        <svg xmlns="&ns_svg;" width="20" height="10"><rect width="20" height="10" fill="&cor;"/></svg>`),
    );
    expect(red).toBeGreaterThan(190);
    const latin = Buffer.from(svg('<title>São João</title>').toString(), 'latin1');
    expect(await images.reencode('empresa', latin, { maxSide: 20 })).toMatchObject({ ok: true });
  });

  test('shows no file of this server and makes no network request', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prumo-svg-'));
    const secret = join(folder, 'secret.png');
    await writeFile(secret, await blank(20, 10).png().toBuffer());
    let calls = 0;
    const listener = createServer((_request, response) => {
      calls += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo; // a TCP listener has no other kind of address
    const inner = svg(`<image width="20" height="10" href="${secret}"/>`).toString('base64');
    const outside = [secret, `file://${secret}`, `http://127.0.0.1:${port}/x.png`, ` ${secret}`];
    outside.push(secret.replace('secret', 's&#101;cret'), `data:image/svg+xml;base64,${inner}`);
    for (const href of outside) {
      const size = 'width="20" height="10"';
      for (const content of [
        `<image ${size} href="${href}"/>`,
        `<text>href=" </text><image ${size} href\n=\t'${href}'/>`,
        `<x:g xmlns:x="http://www.w3.org/2000/svg" xmlns:y="http://www.w3.org/1999/xlink"><x:image ${size} y:href="${href}"/></x:g>`,
        `<style>@import url("${href}"); rect { fill: url("${href}") none }</style><rect ${size}/>`,
      ]) {
        const [red] = await middle(svg(content));
        expect(red, content).toBeLessThan(20);
      }
      const filter = svg(`<filter id="f"><feImage href="${href}"/></filter><rect ${size} filter="url(#f)"/>`);
      expect(await images.reencode('empresa', filter, { maxSide: 20 })).toMatchObject({ kind: 'refused' });
    }
    const entity = `<!DOCTYPE svg [<!ENTITY x "href='${secret}'">]>${svg('<image width="20" height="10" &x;/>')}`;
    expect(await images.reencode('empresa', Buffer.from(entity), { maxSide: 20 })).toMatchObject({
      ok: false,
    });
    const embedded = (await blank(20, 10).png().toBuffer()).toString('base64');
    const [red = 0] = await middle(
      svg(`<image width="20" height="10" href="data:image/png;base64,${embedded}"/>`),
    );
    expect(red, 'an embedded picture stays').toBeGreaterThan(190);
    expect(calls).toBe(0);
    listener.close();
    await rm(folder, { recursive: true });
  });

  test('loses its scripts, because only pixels are stored', async () => {
    const result = await images.reencode(
      'empresa',
      svg('<script>alert(1)</script>', 'onload="alert(1)" width="9" height="9"'),
      {
        maxSide: 20,
      },
    );
    expect(result.ok && !result.bytes.includes('alert')).toBe(true);
  });

  test('with nested, external or very many entities is refused', async () => {
    const nested = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
    for (const declarations of [
      `<!ENTITY e0 "ha">${nested.join('')}`,
      '<!ENTITY e9 SYSTEM "file:///etc/passwd">',
      '<!ENTITY % p SYSTEM "http://127.0.0.1/x.dtd"> %p;',
      `<!ENTITY e9 "${'x'.repeat(100_000)}">`,
      '<!ENTITY e9 "many">',
    ]) {
      const bomb = `<!DOCTYPE svg [${declarations}]>${svg(`<text>${'&e9;'.repeat(5_000)}</text>`)}`;
      const result = await images.reencode('empresa', Buffer.from(bomb), { maxSide: 20 });
      expect(result.ok || result.mensagem, declarations.slice(0, 60)).toContain('entidades XML');
    }
  });
});

describe('the processes', () => {
  test('give up an image that exceeds its time budget and decode the next one', async () => {
    const impatient = openImages({ processes: 1, cpuMs: 500, wallMs: 60_000 });
    expect(await impatient.reencode('empresa', blurs, { maxSide: 512 })).toEqual(tooHeavy);
    expect(await impatient.reencode('empresa', await jpeg(), { maxSide: 64 })).toMatchObject({ ok: true });
    await impatient.close();
  });

  test('are replaced after a kill, and only the image that was being decoded is lost', async () => {
    const pool = openImages({ processes: 1, wallMs: 60_000 });
    await pool.reencode('empresa', await jpeg(), { maxSide: 64 });
    const [first = 0] = pool.pids();
    const atWork = pool.reencode('empresa', blurs, { maxSide: 512 });
    const waiting = pool.reencode('another', await jpeg(), { maxSide: 64 });
    process.kill(first, 'SIGKILL');
    expect(await atWork).toEqual(tooHeavy);
    expect(await waiting).toMatchObject({ ok: true });
    const [second = 0] = pool.pids();
    expect(second).not.toBe(first);
    process.kill(second, 'SIGKILL');
    await expect.poll(() => pool.pids()).toEqual([]);
    expect(await pool.reencode('another', await jpeg(), { maxSide: 64 })).toMatchObject({ ok: true });
    await pool.close();
    expect(pool.pids()).toEqual([]);
  });

  test('refuse images beyond the limit of the queue as busy', async () => {
    const pool = openImages({ processes: 1, waiting: 1, wallMs: 60_000, maxWaitMs: 60_000 });
    const image = await jpeg();
    // One image runs in the front process, one in the background process, and one waits.
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map(() => pool.reencode('empresa', image, { maxSide: 64 })),
    );
    const kinds = results.map((result) => (result.ok ? 'ok' : result.kind));
    expect(kinds).toEqual(['ok', 'ok', 'ok', 'busy', 'busy']);
    await pool.close();
  });

  test('release the memory of a large image', async () => {
    const pool = openImages({ processes: 1, wallMs: 60_000 });
    await pool.reencode('empresa', await blank(6_000, 4_000).jpeg({ progressive: true }).toBuffer(), {
      maxSide: 64,
    });
    await pool.reencode('empresa', await jpeg(), { maxSide: 64 });
    const status = await readFile(`/proc/${pool.pids()[0]}/status`, 'utf8');
    expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(200 * 1024);
    await pool.close();
  });

  test('die with the server that started them, even in the middle of an image', async () => {
    const server = spawn(process.execPath, [
      '--input-type=module-typescript',
      '--eval',
      `import { openImages } from '${new URL('./images.ts', import.meta.url)}';
       const images = openImages({ processes: 1, cpuMs: 60_000, wallMs: 60_000 });
       await images.reencode('empresa', Buffer.from('x'), { maxSide: 64 });
       void images.reencode('empresa', Buffer.from(\`${blurs}\`), { maxSide: 512 });
       console.log(images.pids()[0]);`,
    ]);
    const [line] = await once(server.stdout, 'data');
    const pid = Number(line);
    expect(await isAlive(pid)).toBe(true);
    server.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

/** A zombie process that its parent has not reaped yet counts as dead. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'Z');
  return !/Z/.test(stat.replace(/\(.*\)/, ''));
}
