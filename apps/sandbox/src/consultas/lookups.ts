import type { Faults } from '#faults.ts';
import { type Handler, text } from '#http.ts';
import { answerBrasilapi } from './brasilapi.ts';
import { answerWrongly, LOOKUP_FAULT_KINDS, type LOOKUP_FAULTS } from './lookup-faults.ts';
import { answerMinhaReceita } from './minha-receita.ts';
import { answerOpencep } from './opencep.ts';
import { answerOpencnpj } from './opencnpj.ts';
import { answerViacep } from './viacep.ts';

type Answer = (path: string, request: Request) => Response;

const SERVICES: Readonly<Record<keyof typeof LOOKUP_FAULTS, Answer>> = {
  viacep: answerViacep,
  brasilapi: answerBrasilapi,
  opencep: answerOpencep,
  minhareceita: answerMinhaReceita,
  opencnpj: answerOpencnpj,
};

/** The public services for CEPs and CNPJs. Each has its real paths below a prefix with its name. */
export const openLookups = (faults: Faults): [string, Handler][] =>
  Object.entries(SERVICES).map(([service, answer]) => [
    service,
    async (request) => {
      if (request.method !== 'GET') return text(405, 'Method Not Allowed');
      const path = new URL(request.url).pathname.slice(service.length + 1);
      const right = answer(path, request);
      const fault = faults.take(service, LOOKUP_FAULT_KINDS, numeroIn(path));
      return fault === undefined ? right : answerWrongly(fault, right);
    },
  ]);

/** The CEP or CNPJ in the path. */
const numeroIn = (path: string) =>
  path
    .split('/')
    .find((part) => /^(\d{5}-?\d{3}|[0-9A-Z]{12}\d{2})$/i.test(part))
    ?.replace('-', '');
