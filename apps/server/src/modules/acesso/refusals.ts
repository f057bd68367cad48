import { AppError } from '#platform/errors.ts';

/** The refusals of sign-up and sign-in, with their messages to the person. */
export const emailTaken = () =>
  new AppError('conflict', 'Este email já está cadastrado', {
    campos: { email: 'Este email já está cadastrado' },
  });

export const wrongPassword = () => new AppError('unauthenticated', 'Email ou senha incorretos');

export const challengeOver = () => new AppError('unauthenticated', 'A verificação expirou. Entre de novo.');

export const wrongCode = () => {
  const mensagem = 'Código incorreto ou já usado. Espere o próximo código do aplicativo e tente de novo.';
  return new AppError('invalid', mensagem, { campos: { codigo: mensagem } });
};

const LINK_REFUSALS = {
  usado: 'Este link já foi usado ou substituído por outro. Se foi você, é só entrar.',
  expirado: 'Este link expirou. Peça outro e use o mais novo.',
  desconhecido: 'Este link não é válido. Abra o link mais novo que você recebeu ou peça outro.',
} as const;

export const uselessLink = (why: keyof typeof LINK_REFUSALS) =>
  new AppError(why === 'usado' ? 'conflict' : 'invalid', LINK_REFUSALS[why]);
