import { randomUUID } from 'node:crypto';
import { contas } from '@prumo/contract/contas.ts';
import { marketplaces as endpoints } from '@prumo/contract/marketplaces.ts';
import type { Marketplace, Marketplaces } from '#modules/marketplace/marketplace.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import type { Vault } from '#platform/secrets/vault.ts';
import { insertConexao, moveConta, selectHeldTokens, selectProven } from './conexoes.queries.ts';
import { type Connected, connect, EXPIRED } from './connect.ts';
import { revokeConta } from './contas.job.ts';
import { disconnectConta, selectConta, selectContas } from './contas.queries.ts';
import { openAccessToken, openRefreshToken, sealTokens } from './sealed-tokens.ts';

const MISSING = 'Conta não encontrada. Ela pode ter sido desconectada.';
const INTERRUPTED = 'A conexão foi interrompida. Comece de novo.';

export const contasExplanations: Explanations = {
  mercado_livre_config_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  mercado_livre_config_nickname_check: { message: 'O marketplace deu à conta um nome que não cabe aqui.' },
  mercado_livre_config_situacao_check: { message: 'A conta não pode ficar nesta situação.' },
  mercado_livre_config_conta_key: { message: 'Esta conta já está conectada.' },
  mercado_livre_config_volta_check: {
    message: 'Conexões não são desfeitas por aqui. Use Conectar Nova Conta ou Desconectar, em Integrações.',
  },
  mercado_livre_tokens_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  mercado_livre_tokens_conta_fkey: { message: 'Esta conta não existe mais.' },
  mercado_livre_tokens_access_token_check: { message: INTERRUPTED },
  mercado_livre_tokens_refresh_token_check: { message: INTERRUPTED },
  conexoes_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  conexoes_state_key: { message: INTERRUPTED },
};

interface Parts {
  marketplaces: Marketplaces;
  vault: Vault;
  jobs: Pick<Jobs, 'enqueue'>;
  connected: Connected;
  /** Runs in the transaction that disconnects a conta. */
  disconnected: (tx: TenantDb, conta: { marketplace: string; seller_id: string }) => Promise<void>;
}

export function contasRoutes(app: App, { marketplaces, vault, jobs, connected, disconnected }: Parts): void {
  /** Returns the marketplace of this slug, if the installation has its credentials. */
  function configured(slug: string): Marketplace & { clientId: string } {
    const marketplace = found(marketplaces.find(slug), 'Este marketplace não existe.');
    const { clientId } = marketplace;
    if (clientId === null) throw new AppError('conflict', 'Client ID não configurado');
    return { ...marketplace, clientId };
  }

  app.route({
    ...endpoints.configuracao,
    handler: async (req) => {
      const { clientId, authorizationUrl, redirectUri } = configured(req.params.marketplace);
      return { client_id: clientId, authorization_url: authorizationUrl, redirect_uri: redirectUri };
    },
  });

  app.route({ ...contas.list, handler: async (req) => ({ itens: await req.read(selectContas) }) });

  app.route({
    ...contas.get,
    handler: async (req) => found(await req.read((tx) => selectConta(tx, req.params.id)), MISSING),
  });

  app.route({
    ...contas.start,
    handler: async (req) => {
      const { slug } = configured(req.body.marketplace);
      const state = newToken('prm');
      // Uses `prepare`, because `write` would store the answer, which contains `state`, for a retry.
      await req.prepare((tx) =>
        insertConexao(tx, {
          sessionId: req.caller.sessionId,
          marketplace: slug,
          stateHash: hashToken(state),
          codeChallenge: req.body.code_challenge,
        }),
      );
      return { state };
    },
  });

  app.route({
    ...contas.connect,
    handler: (req) =>
      connect({ marketplace: configured(req.body.marketplace), vault, connected }, req, req.body),
  });

  app.route({
    ...contas.move,
    handler: (req) =>
      req.write(async (tx) => {
        const { id: conexaoId } = found(await selectProven(tx, req.params.id, req.caller.sessionId), EXPIRED);
        const held = await selectHeldTokens(tx, conexaoId);
        if (!held)
          throw new AppError('conflict', 'A conta não está mais na outra empresa. Conecte-a de novo aqui.');
        const from = { empresaId: held.empresa_id, contaId: held.conta_id };
        const to = { empresaId: tx.empresaId, contaId: randomUUID() };
        const tokens = {
          accessToken: openAccessToken(vault, from, held),
          refreshToken: openRefreshToken(vault, from, held),
        };
        await moveConta(tx, conexaoId, {
          contaId: to.contaId,
          ...sealTokens(vault, to, tokens),
          seconds: held.seconds,
        });
        const conta = found(await selectConta(tx, to.contaId), MISSING);
        const { marketplace, user_ml_id } = conta;
        if (user_ml_id !== null)
          await connected(tx, { contaId: conta.id, marketplace, sellerId: user_ml_id });
        return conta;
      }),
  });

  app.route({
    ...contas.disconnect,
    handler: (req) =>
      req.write(async (tx) => {
        const { id, marketplace, user_ml_id } = found(await disconnectConta(tx, req.params.id), MISSING);
        if (user_ml_id !== null) await disconnected(tx, { marketplace, seller_id: user_ml_id });
        await jobs.enqueue(tx, revokeConta, { empresa_id: tx.empresaId, conta_id: id });
        return { lote: tx.lote };
      }),
  });
}
