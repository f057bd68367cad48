import { text } from '#http.ts';

type Check = (value: unknown) => boolean;
export type Fields = Readonly<Record<string, Check>>;
export type Body = Readonly<Record<string, unknown>>;

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const isText: Check = (value) => typeof value === 'string' && value !== '';
export const isFlag: Check = (value) => typeof value === 'boolean';
export const isCount: Check = (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0;
export const isShare: Check = (value) => typeof value === 'number' && value >= 0 && value <= 1;
export const isTexts: Check = (value) =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
export const isOneOf =
  (...known: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && known.includes(value);
export const areOf =
  (...known: readonly string[]): Check =>
  (value) =>
    Array.isArray(value) && value.every(isOneOf(...known));
export const maybe = optional;

/** The body if every field is known and valid. Otherwise the refusal, which names the first invalid field. */
export async function readBody(request: Request, fields: Fields): Promise<Body | Response> {
  const written = await request.text();
  let body: unknown = {};
  try {
    if (written !== '') body = JSON.parse(written);
  } catch {
    return text(400, 'O corpo não é JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return text(400, 'O corpo não é um objeto.');
  const given: Body = { ...body };
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) return text(400, `Campo desconhecido: ${unknown}.`);
  const wrong = Object.entries(fields).find(([name, check]) => !check(given[name]));
  return wrong ? text(400, `Campo inválido: ${wrong[0]}.`) : given;
}
