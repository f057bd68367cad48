import type { ResultadoGoogle } from '@prumo/contract/google-resultado.ts';
import { notifyFailure } from '#lib/notify.ts';

export const GOOGLE_FAILED = 'Erro ao fazer login com Google';

const AGAIN = 'Não foi possível entrar com o Google. Tente de novo ou entre com email e senha.';

const sentences: Partial<Record<ResultadoGoogle, string>> = {
  cancelado: 'Você cancelou a entrada com Google. Tente de novo ou entre com email e senha.',
  desligado: 'A entrada com Google está desligada nesta conta. Entre com sua senha.',
  email_em_uso: 'Já existe uma conta com este email. Entre com sua senha e vincule o Google no seu perfil.',
  email_nao_verificado:
    'O Google não confirmou o email desta conta. Confirme o email no Google ou crie uma conta com senha.',
  expirado: 'A entrada com Google demorou demais e expirou. Tente de novo.',
};

/** Shows why a visit to Google ended without a session. Returns false when there is nothing to show. */
export function notifyGoogleRefusal(result: ResultadoGoogle | undefined): boolean {
  if (!result || result === 'entrou' || result === 'segundo_fator') return false;
  notifyFailure(GOOGLE_FAILED, sentences[result] ?? AGAIN, result);
  return true;
}
