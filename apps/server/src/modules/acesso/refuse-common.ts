import { AppError } from '#platform/errors.ts';

/** Six characters are enough, as specified, but not the six everybody tries first. */
export async function refuseCommon(
  password: string,
  person: { email: string; full_name?: string | null },
): Promise<void> {
  // Loaded when the first password is chosen: it is large, and most processes live long without it.
  const { COMMON } = await import('./common-passwords.ts');
  const text = password.toLowerCase();
  const own = [person.email, person.email.split('@')[0], person.full_name, 'prumo']
    .flatMap((each) => [each, each?.replaceAll(/\s/g, ''), ...(each?.split(/\s+/) ?? [])])
    .filter((each): each is string => !!each && each.length > 2)
    .map((each) => each.toLowerCase());
  // `maria123` is as easy to guess as `maria`.
  const isOwn = own.includes(text) || own.includes(text.replace(/[\d\W_]+$/, ''));
  if (!COMMON.has(text) && !isOwn) return;
  const mensagem = isOwn
    ? 'Não use seu nome, seu email ou o nome do Prumo como senha.'
    : 'Esta senha é fácil de adivinhar, porque muita gente a usa. Escolha outra.';
  throw new AppError('invalid', mensagem, { campos: { senha: mensagem } });
}
