import { keepClaim } from '#mercado-livre/claims/change.ts';
import {
  CLAIM_STAGES,
  CLAIM_TYPES,
  type Claim,
  type ClaimStage,
  type ClaimType,
  claimOf,
  returnOf,
} from '#mercado-livre/claims/claim.ts';
import { findClaim } from '#mercado-livre/claims/find.ts';
import { returnIdOf } from '#mercado-livre/claims/generated.ts';
import {
  advanced,
  CONDITIONS,
  DESTINATIONS,
  moved,
  RETURN_STATUSES,
  type Return,
  type ReturnStatus,
  type Triage,
} from '#mercado-livre/claims/return.ts';
import { findOrder } from '#mercado-livre/orders/find.ts';
import { variationOf } from '#mercado-livre/orders/order.ts';
import { isCount, isFlag, isOneOf, isText, maybe } from './body.ts';
import { type ControlCall, type ControlRoute, nothing, wrong } from './route.ts';

const TO = { vendedor: 'seller_address', meli: 'warehouse' } as const;
const isSome = (value: unknown) => isCount(value) && Number(value) > 0;

/** Control routes of the buyer, the carrier and the marketplace after a sale. */
export const CONTROL_CLAIM_ROUTES: readonly ControlRoute[] = [
  {
    name: 'POST /vendas/:order/reclamacao',
    about:
      '{"tipo":"return","etapa":"claim","motivo":"PDD9939","quantidade":1}: o comprador reclama; tudo é opcional.',
    fields: {
      tipo: maybe(isOneOf(...CLAIM_TYPES)),
      etapa: maybe(isOneOf(...CLAIM_STAGES)),
      motivo: maybe(isText),
      quantidade: maybe(isSome),
    },
    answer: open,
  },
  {
    name: 'POST /reclamacoes/:claim/devolucao',
    about:
      '{"para":"vendedor","quantidade":1,"semEnvio":false}: o comprador vai devolver, ao vendedor ou à triagem (meli); com semEnvio, fica com a mercadoria.',
    fields: { para: maybe(isOneOf(...Object.keys(TO))), quantidade: maybe(isSome), semEnvio: maybe(isFlag) },
    answer: (call) => change(call, sendBack),
  },
  {
    name: 'POST /reclamacoes/:claim/devolucao/avancar',
    about: '{}: a devolução anda um passo: pending, label_generated, shipped, delivered.',
    answer: (call) =>
      change(call, ({ goods, ...claim }, { second }) => {
        const next = goods && advanced(goods, second);
        return next ? { ...claim, goods: next } : wrong('Não há mais passos.');
      }),
  },
  {
    name: 'POST /reclamacoes/:claim/devolucao/status',
    about: '{"status":"expired"}: a devolução passa a este estado.',
    fields: { status: isOneOf(...RETURN_STATUSES) },
    answer: (call) =>
      change(call, ({ goods, ...claim }, { second }) => {
        const status = call.body['status'] as ReturnStatus; // checked above
        return goods ? { ...claim, goods: moved(goods, status, second) } : nothing('A devolução');
      }),
  },
  {
    name: 'POST /reclamacoes/:claim/triagem',
    about:
      '{"condicao":"saleable","destino":"seller","faltam":0}: a triagem olhou; com destino seller, a mercadoria segue para o vendedor em outro envio.',
    fields: {
      condicao: isOneOf(...CONDITIONS),
      destino: maybe(isOneOf(...DESTINATIONS)),
      faltam: maybe(isCount),
    },
    answer: (call) => change(call, triage),
  },
  {
    name: 'POST /reclamacoes/:claim/fechar',
    about: '{"beneficiado":"buyer","motivo":"payment_refunded"}: a reclamação termina.',
    fields: { beneficiado: maybe(isOneOf('buyer', 'seller')), motivo: maybe(isText) },
    answer: (call) =>
      change(call, (claim, { second }) => ({
        ...claim,
        closed: {
          at: second,
          benefited: call.body['beneficiado'] === 'seller' ? 'seller' : 'buyer',
          reason: String(call.body['motivo'] ?? 'payment_refunded'),
        },
      })),
  },
];

function open({ world, params, body }: ControlCall): Response {
  const found = findOrder(world, params['order'] ?? '');
  if (!found) return nothing('Esta venda');
  const { seller, draft } = found;
  const second = Math.floor(world.clock.now() / 1000);
  if (seller.claimBook.find(draft.k, second)) return wrong('Já há uma reclamação.');
  const quantity = Number(body['quantidade'] ?? draft.quantity);
  if (quantity > draft.quantity) return wrong('São mais unidades do que as vendidas.');
  const claim = keepClaim(world, seller, {
    k: draft.k,
    type: (body['tipo'] ?? 'return') as ClaimType, // checked above
    stage: (body['etapa'] ?? 'claim') as ClaimStage, // checked above
    reason: String(body['motivo'] ?? 'PDD9939'),
    quantity,
    openedAt: second,
    updatedAt: second,
  });
  seller.orderBook.mark(draft, { hasClaim: true });
  return Response.json(claimOf(seller, claim, draft, second), { status: 201 });
}

type Found = NonNullable<ReturnType<typeof findClaim>> & { second: number; call: ControlCall };

/** Changes the claim of the path, and answers it with its return. */
function change(call: ControlCall, next: (claim: Claim, found: Found) => Claim | Response): Response {
  const found = findClaim(call.world, call.params['claim'] ?? '');
  if (!found) return nothing('Esta reclamação');
  const second = Math.floor(call.world.clock.now() / 1000);
  const after = next(found.claim, { ...found, second, call });
  if (after instanceof Response) return after;
  const { seller, draft } = found;
  const claim = keepClaim(call.world, seller, after);
  const variation = variationOf(seller.catalogue.face(draft.listing), draft);
  return Response.json({
    reclamacao: claimOf(seller, claim, draft, second),
    devolucao: returnOf(seller, claim, { draft, variation, second }) ?? null,
  });
}

function sendBack(claim: Claim, { seller, draft, second, call }: Found): Claim | Response {
  if (claim.goods) return wrong('Já há uma devolução.');
  const { para = 'vendedor', quantidade = claim.quantity, semEnvio } = call.body;
  if (Number(quantidade) > draft.quantity) return wrong('São mais unidades do que as vendidas.');
  const goods: Return = {
    id: returnIdOf(seller, claim.k),
    quantity: Number(quantidade),
    steps: [{ status: semEnvio === true ? 'delivered' : 'pending', at: second }],
    parcels: [],
  };
  if (semEnvio === true) return { ...claim, goods: { ...goods, subtype: 'low_cost' } };
  const parcel = {
    id: seller.claimBook.nextParcel(claim.k),
    type: 'return',
    to: TO[para as keyof typeof TO], // checked above
    steps: [{ status: 'pending', at: second }],
  } as const;
  return { ...claim, goods: { ...goods, parcels: [parcel] } };
}

function triage({ goods, ...claim }: Claim, { seller, second, call }: Found): Claim | Response {
  const last = goods?.parcels.at(-1);
  if (!goods || last?.to !== 'warehouse' || last.steps.at(-1)?.status !== 'delivered')
    return wrong('A mercadoria não está na triagem.');
  const { condicao, destino = 'seller', faltam = 0 } = call.body;
  const seen: Triage = {
    condition: condicao as Triage['condition'], // checked above
    destination: destino as Triage['destination'], // checked above
    missing: Number(faltam),
    at: second,
  };
  const isOn = seen.destination === 'seller' && seen.condition !== 'missing';
  const parcel = {
    id: isOn ? seller.claimBook.nextParcel(claim.k) : 0,
    type: 'return_from_triage',
    to: 'seller_address',
    steps: [{ status: 'pending', at: second }],
  } as const;
  return {
    ...claim,
    goods: { ...goods, triage: seen, parcels: isOn ? [...goods.parcels, parcel] : goods.parcels },
  };
}
