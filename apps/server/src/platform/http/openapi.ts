import swagger from '@fastify/swagger';
import { Problem } from '@prumo/contract/problem.ts';
import type { RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { App } from './http.ts';

/**
 * Describes the contract as OpenAPI 3.1. `pnpm generate` writes it to openapi.json, and /api/docs shows it.
 */
export async function describeApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Prumo',
        version: '1',
        description: 'A API do Prumo. Erros são application/problem+json.',
      },
      components: { schemas: { Problem: z.toJSONSchema(Problem) as object } },
    },
    transform: (document) => {
      const transformed = jsonSchemaTransform(document as Parameters<typeof jsonSchemaTransform>[0]);
      const { file } = document.route.config ?? {};
      const schema = transformed.schema as Record<string, unknown>;
      if (file) {
        schema['consumes'] = file.types;
        schema['body'] = { type: 'string', format: 'binary' };
      }
      schema['response'] = {
        ...(schema['response'] as object),
        default: {
          description: 'Recusa',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      };
      return transformed as ReturnType<
        NonNullable<import('@fastify/swagger').FastifyDynamicSwaggerOptions['transform']>
      >;
    },
  });
}

export const DOCS_PATH = '/api/docs';

/** Adds the declarations that every route needs to the routes that Scalar registers itself. */
export function declareDocs(route: RouteOptions): void {
  route.config = { ...route.config, auth: 'anonymous', tenant: false, cost: 'read', right: null };
  route.schema = { ...route.schema, hide: true, response: { 200: z.unknown() } };
}

/** Scalar uses inline styles and scripts, so its page needs a weaker policy than the product. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

export async function showApi(app: App): Promise<void> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(DOCS_PATH)) reply.header('content-security-policy', DOCS_POLICY);
  });
  await app.register(reference, {
    routePrefix: DOCS_PATH,
    // The page loads nothing from other hosts: no fonts, no telemetry, no remote services.
    configuration: {
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
    },
  });
}
