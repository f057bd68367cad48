import type { EnderecoDoCep } from '@prumo/contract/consultas.ts';
import { bareCep } from '@prumo/contract/endereco.ts';
import * as z from 'zod';
import { optional, type Service, text } from './service.ts';

type Endereco = Omit<EnderecoDoCep, 'fonte' | 'consultado_em'>;

const cep = z.string().transform(bareCep);
const uf = z.string().regex(/^[A-Z]{2}$/);

/** ViaCEP and OpenCEP use the same field names. */
const Endereco = z.object({
  cep,
  logradouro: optional,
  bairro: optional,
  localidade: text,
  uf,
  ibge: optional,
});

const BrasilApi = z
  .object({
    cep,
    street: optional,
    neighborhood: optional,
    city: text,
    state: uf,
    ibge: z.object({ city: optional }).optional(),
  })
  .transform(
    (reply): Endereco => ({
      cep: reply.cep,
      logradouro: reply.street,
      bairro: reply.neighborhood,
      localidade: reply.city,
      uf: reply.state,
      ibge: reply.ibge?.city ?? null,
    }),
  );

/** The CEP services, in the order in which the server queries them. */
export const CEP_SERVICES: readonly Service<Endereco>[] = [
  { fonte: 'viacep', base: 'VIACEP_URL', path: (numero) => `/ws/${numero}/json/`, reply: Endereco },
  {
    fonte: 'brasilapi',
    base: 'BRASILAPI_URL',
    // Version 2 of this API also looks up coordinates, which we do not need and which would delay the
    // response.
    path: (numero) => `/api/cep/v1/${numero}`,
    reply: BrasilApi,
    missing: 'json',
  },
  {
    fonte: 'opencep',
    base: 'OPENCEP_URL',
    path: (numero) => `/v1/${numero}`,
    reply: Endereco,
    missing: 'any',
  },
];
