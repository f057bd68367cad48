import { type Cliente, type ClienteInput, clientes } from '@prumo/contract/clientes.ts';
import { documentoWarning } from '@prumo/contract/documento.ts';
import { cepWarning } from '@prumo/contract/endereco.ts';
import { removeSeveralOf } from '@prumo/contract/remove-several.ts';
import { stale } from '#platform/db/history.ts';
import { removeEach } from '#platform/db/remove-each.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type Explanations, found } from '#platform/errors.ts';
import { avisosOf } from '#platform/http/avisos.ts';
import type { App } from '#platform/http/http.ts';
import type { Passwords } from '#platform/secrets/passwords.ts';
import {
  deleteCliente,
  insertCliente,
  selectCliente,
  selectClientes,
  selectClientesExcluidos,
  selectTwin,
  updateCliente,
} from './clientes.queries.ts';

const MISSING = 'Cliente não encontrado. Ele pode ter sido excluído.';

const explanations: Explanations = {
  clientes_nome_check: { field: 'nome', message: 'Use de 1 a 200 caracteres no nome.' },
  clientes_cpf_cnpj_check: { field: 'cpf_cnpj', message: 'Use de 11 a 14 caracteres no CPF/CNPJ.' },
  clientes_senha_check: { field: 'senha', message: 'A senha não pôde ser guardada. Digite-a de novo.' },
  clientes_tamanhos_check: { message: 'Um dos campos é longo demais. Encurte-o e salve de novo.' },
  clientes_empresa_fkey: { message: 'Esta empresa não existe mais.' },
};

function routes(app: App, { passwords }: { passwords: Passwords }): void {
  /** Hashes the senha before the transaction begins, so that no transaction stays open during the hashing. */
  const hashSenha = async <Input extends ClienteInput>({ confirmar_senha, ...input }: Input) => ({
    ...input,
    senha: await passwords.hash(input.senha, 'record'),
  });

  app.route({ ...clientes.list, handler: (req) => req.read((tx) => selectClientes(tx, req.query)) });

  app.route({
    ...clientes.trash,
    handler: (req) => req.read((tx) => selectClientesExcluidos(tx, req.query.cursor)),
  });

  app.route({
    ...clientes.get,
    handler: async (req) => found(await req.read((tx) => selectCliente(tx, req.params.id)), MISSING),
  });

  app.route({
    ...clientes.create,
    handler: async (req) => {
      const values = await hashSenha(req.body);
      return req.write(async (tx) => withAvisos(tx, await insertCliente(tx, values)));
    },
  });

  app.route({
    ...clientes.update,
    handler: async (req) => {
      const { id } = req.params;
      const values = await hashSenha(req.body);
      return req.write(async (tx) => {
        const updated = await updateCliente(tx, id, values);
        if (!updated) throw await stale(tx, 'clientes', found(await selectCliente(tx, id), MISSING));
        return withAvisos(tx, updated);
      });
    },
  });

  app.route({
    ...clientes.remove,
    handler: (req) =>
      req.write(async (tx) => {
        await remove(tx, req.params.id);
        return { lote: tx.lote };
      }),
  });

  app.route({
    ...removeSeveralOf(clientes),
    handler: (req) =>
      req.write((tx) =>
        removeEach(tx, { table: 'clientes', ids: req.body.ids, remove: (id) => remove(tx, id) }),
      ),
  });
}

const remove = async (tx: TenantDb, id: string) => found(await deleteCliente(tx, id), MISSING);

async function withAvisos(tx: TenantDb, cliente: Cliente) {
  const twin = await selectTwin(tx, cliente);
  return {
    ...cliente,
    lote: tx.lote,
    avisos: avisosOf(
      ['cpf_cnpj', documentoWarning(cliente.cpf_cnpj)],
      ['cpf_cnpj', twin && `Já existe outro cliente com este CPF/CNPJ: ${twin.nome}.`],
      ['cep', cliente.cep && cepWarning(cliente.cep)],
    ),
  };
}

export const clientesRegister = { explanations, routes };
