import { consultas, EmpresaDoCnpj, EnderecoDoCep } from '@prumo/contract/consultas.ts';
import { bareDocumento, isCnpjValid } from '@prumo/contract/documento.ts';
import { bareCep, isCep } from '@prumo/contract/endereco.ts';
import type { Config } from '#platform/config.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { CEP_SERVICES } from './cep-services.ts';
import { CNPJ_SERVICES } from './cnpj-services.ts';
import { openLookup } from './lookup.ts';
import { providerOf } from './service.ts';

const UNKNOWN_CEP = 'CEP não encontrado. Verifique o CEP digitado.';
const UNKNOWN_CNPJ = 'CNPJ não encontrado. Verifique o CNPJ digitado.';

export function consultasRoutes(app: App, config: Config): void {
  const lookUpCep = openLookup<EnderecoDoCep>({
    tipo: 'cep',
    providers: CEP_SERVICES.map((service) => providerOf(service, config, ({ cep }) => cep)),
    schema: EnderecoDoCep,
    days: 180,
    unknown: UNKNOWN_CEP,
    failed:
      'Não foi possível consultar o CEP agora. Preencha o endereço à mão ou tente de novo em instantes.',
  });
  const lookUpCnpj = openLookup<EmpresaDoCnpj>({
    tipo: 'cnpj',
    providers: CNPJ_SERVICES.map((service) => providerOf(service, config, ({ cnpj }) => cnpj)),
    schema: EmpresaDoCnpj,
    days: 30,
    unknown: UNKNOWN_CNPJ,
    failed: 'Não foi possível consultar o CNPJ agora. Preencha os dados à mão ou tente de novo em instantes.',
  });

  app.route({
    ...consultas.cep,
    handler: async (req) => {
      const cep = bareCep(req.params.cep);
      if (!isCep(cep)) throw new AppError('not_found', UNKNOWN_CEP);
      return lookUpCep(req, cep);
    },
  });

  app.route({
    ...consultas.cnpj,
    handler: async (req) => {
      const cnpj = bareDocumento(req.params.cnpj);
      if (!isCnpjValid(cnpj)) throw new AppError('not_found', UNKNOWN_CNPJ);
      return lookUpCnpj(req, cnpj);
    },
  });
}
