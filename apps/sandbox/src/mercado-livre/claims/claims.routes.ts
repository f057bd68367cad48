import { orderId } from '#mercado-livre/orders/draft.ts';
import { variationOf } from '#mercado-livre/orders/order.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import { keepClaim } from './change.ts';
import { claimDate, claimOf, returnOf } from './claim.ts';
import { findClaim, findReturn } from './find.ts';
import { searchClaims } from './search.ts';

export const CLAIM_ROUTES: readonly Route[] = [
  { name: 'GET /post-purchase/v1/claims/search', permission: 'vendas', answer: searchClaims },
  { name: 'GET /post-purchase/v1/claims/:id', permission: 'vendas', answer: showClaim },
  {
    name: 'GET /post-purchase/v1/claims/:id/affects-reputation',
    permission: 'vendas',
    answer: showReputation,
  },
  { name: 'GET /post-purchase/v2/claims/:id/returns', permission: 'vendas', answer: showReturn },
  { name: 'GET /post-purchase/v1/returns/:id/reviews', permission: 'vendas', answer: showReviews },
  { name: 'POST /post-purchase/v1/returns/:id/return-review', permission: 'vendas', answer: review },
];

/** The errors of these resources have a form of their own. */
const refused = (code: number, error: string, message: string) =>
  Response.json({ code, error, message, cause: null }, { status: code });
const missing = (message: string) => refused(404, 'not_found_error', message);
const invalid = (message: string) => refused(400, 'bad_request_error', message);

const REASONS = ['SRF2', 'SRF3', 'SRF4', 'SRF5', 'SRF6', 'SRF7'];
const WITH_PROOF = ['SRF2', 'SRF4'];

function ownClaim({ world, seller, params }: Call) {
  const id = params['id'] ?? '';
  const found = findClaim(world, id);
  if (!found) return missing(`Claim not found. claimId: ${id}`);
  return found.seller === seller ? found : invalid(`Invalid roleId :${seller.id} in claim :${id}`);
}

const secondOf = ({ world }: Call) => Math.floor(world.clock.now() / 1000);

function showClaim(call: Call): Response {
  const found = ownClaim(call);
  if (found instanceof Response) return found;
  return Response.json(claimOf(found.seller, found.claim, found.draft, secondOf(call)));
}

function showReputation(call: Call): Response {
  const found = ownClaim(call);
  if (found instanceof Response) return found;
  const isLost = found.claim.closed?.benefited === 'buyer';
  return Response.json({
    affects_reputation: isLost ? 'affected' : 'not_affected',
    has_incentive: false,
    due_date: null,
  });
}

function showReturn(call: Call): Response {
  const found = ownClaim(call);
  if (found instanceof Response) return found;
  const { seller, claim, draft } = found;
  const variation = variationOf(seller.catalogue.face(draft.listing), draft);
  const body = returnOf(seller, claim, { draft, variation, second: secondOf(call) });
  return body ? Response.json(body) : missing('return not found');
}

function showReviews(call: Call): Response {
  const { world, seller, params } = call;
  const found = findReturn(world, params['id'] ?? '');
  if (!found || found.seller !== seller) return missing('return review not found');
  const { verdict } = found.claim.goods ?? {};
  const seen = found.claim.goods?.triage;
  const triage = seen && seen.at <= secondOf(call) ? seen : undefined;
  if (!triage && !verdict) return missing('return review not found');
  const date = claimDate(triage?.at ?? verdict?.at ?? 0);
  return Response.json({
    reviews: [
      {
        resource: 'order',
        resource_id: orderId(seller, found.draft.k),
        method: triage ? 'triage' : 'none',
        resource_reviews: [
          {
            stage: verdict ? 'closed' : 'seller_review_pending',
            status: triage ? (triage.condition === 'saleable' ? 'success' : 'failed') : null,
            product_condition: triage?.condition ?? null,
            product_destination: triage?.condition === 'missing' ? '' : (triage?.destination ?? null),
            reason_id: triage ? (triage.condition === 'saleable' ? 'accepted' : triage.condition) : null,
            benefited: triage ? 'both' : null,
            seller_status: verdict ? (verdict.reason === null ? 'success' : 'claimed') : 'pending',
            seller_reason: verdict?.reason ?? null,
            benefited_type: null,
            benefited_reason: null,
            missing_quantity: triage?.missing ?? null,
          },
        ],
        date_created: date,
        last_updated: date,
      },
    ],
  });
}

/** The seller says whether the goods came back as expected. They can do so once, when they have the goods. */
async function review(call: Call): Promise<Response> {
  const found = findReturn(call.world, call.params['id'] ?? '');
  if (!found || found.seller !== call.seller) return missing('return not found');
  const { seller, claim, draft } = found;
  const reason = readReason(await call.request.text());
  if (reason instanceof Response) return reason;
  const actions = JSON.stringify(claimOf(seller, claim, draft, secondOf(call)));
  if (!actions.includes(reason === null ? 'return_review_ok' : 'return_review_fail') || !claim.goods)
    return invalid('The action is not available');
  const verdict = { reason, at: secondOf(call) };
  keepClaim(
    call.world,
    seller,
    { ...claim, goods: { ...claim.goods, verdict, closedAt: verdict.at } },
    'claims_actions',
  );
  return Response.json({});
}

/** The reason of the verdict, null if the goods are fine, or the refusal. */
function readReason(text: string): string | null | Response {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return invalid('The body is not valid JSON');
  }
  const [first] = Array.isArray(body) ? body : [body];
  if (typeof first !== 'object' || first === null) return invalid('The body is not valid');
  const { reason, message, attachments }: Record<string, unknown> = { ...first };
  if (reason === undefined && message === undefined) return null;
  if (typeof reason !== 'string' || !REASONS.includes(reason)) return invalid('reason is not valid');
  if (typeof message !== 'string' || message === '') return invalid('message is required');
  const hasProof = Array.isArray(attachments) && attachments.length > 0;
  return WITH_PROOF.includes(reason) && !hasProof ? invalid('attachments are required') : reason;
}
