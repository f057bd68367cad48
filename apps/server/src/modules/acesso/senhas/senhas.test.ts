import { createHash, randomUUID } from 'node:crypto';
import { COMMON_SENHA, OWN_SENHA } from '@prumo/contract/senhas.ts';
import { describe, expect, test } from 'vitest';
import { identityApp, SENHA, tokenIn } from '#testing/identity.ts';

const { browser, config, mailTo, aPerson, stranger } = await identityApp({ REFUSE_COMMON_PASSWORDS: 'on' });

const OTHER = 'k7q2xz';

const signUp = (senha: string) =>
  browser().post('/api/usuarios', {
    full_name: 'Joaquina Xavantes',
    // Each sign-up needs a unique address. The part before the `@` stays that of the person.
    email: `jxavantes77@${randomUUID()}.com.br`,
    senha,
    retorno: config.PUBLIC_URL,
  });

describe('where the installation refuses common passwords', () => {
  test('ASVS 6.2.4 6.2.11 6.2.12: a sign-up refuses common passwords, Portuguese words and the person’s own', async () => {
    for (const [senhas, sentence] of [
      [['123456', 'PASSWORD', 'futebol', 'Flamengo'], COMMON_SENHA],
      [['joaquina', 'Xavantes99!', 'jxavantes77', 'prumo123'], OWN_SENHA],
    ] as const)
      for (const senha of senhas) {
        const refused = await signUp(senha);
        expect(refused.statusCode, senha).toBe(422);
        expect(refused.json().campos, senha).toEqual({ senha: sentence });
      }
    expect((await signUp(OTHER)).statusCode).toBe(201);
  });

  test('a recovery refuses a common password, and its link stays valid', async () => {
    const { email } = await aPerson();
    await browser().post('/api/recuperacoes', { email });
    const token = tokenIn((await mailTo(email, /nova senha/)).text);
    const finish = (senha: string) => browser().post('/api/recuperacoes/conclusao', { token, senha });
    expect((await finish('123456')).json().campos).toEqual({ senha: COMMON_SENHA });
    expect((await finish(OTHER)).statusCode).toBe(200);
  });

  test('a change of the password refuses a common password with a message at its field', async () => {
    const own = browser();
    await own.signIn(await aPerson());
    const change = (senha: string) => own.put('/api/perfil/senha', { senha_atual: SENHA, senha });
    expect((await change('123456')).json().campos).toEqual({ senha: COMMON_SENHA });
    expect((await change(OTHER)).statusCode).toBe(204);
  });
});

describe('the list of common passwords', () => {
  const list = (prefixo: string) => stranger().get(`/api/senhas-comuns?prefixo=${prefixo}`);
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

  test('returns only the ends of the hashes that begin with the given digits', async () => {
    for (const senha of ['123456', 'futebol', 'flamengo']) {
      const digits = hashOf(senha);
      const { finais } = (await list(digits.slice(0, 3))).json();
      expect(finais, senha).toContain(digits.slice(3, 19));
      expect(finais.filter((end: string) => !/^[0-9a-f]{16}$/.test(end))).toEqual([]);
    }
    const digits = hashOf(OTHER);
    expect((await list(digits.slice(0, 3))).json().finais).not.toContain(digits.slice(3, 19));
  });

  test('requires three hexadecimal digits, which are too few to identify a password', async () => {
    for (const prefixo of ['', '8d', '8d96', 'xyz', hashOf('123456')])
      expect((await list(prefixo)).statusCode, prefixo).toBe(422);
    // Many passwords, common and not, share these digits.
    expect((await list('8d9')).json().finais.length).toBeGreaterThan(5);
  });
});
