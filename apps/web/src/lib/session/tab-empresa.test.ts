import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aStorage } from './session.fixture.ts';
import {
  forgetEmpresa,
  keepForNewTabs,
  keepForTab,
  readEmpresaLink,
  rememberedEmpresa,
  takeEmpresaLink,
} from './tab-empresa.ts';

const AURORA = '0b6f1c7e-5a0d-4f5e-9f6b-1d2c3e4f5a6b';
const BOREAL = '1c7e0b6f-0d5a-4e5f-8b6f-2c1d4f3e6b5a';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', aStorage());
  vi.stubGlobal('localStorage', aStorage());
});
afterEach(() => void vi.unstubAllGlobals());

test('a tab keeps its empresa, and a new tab starts in the empresa of the tab used last', () => {
  expect(rememberedEmpresa()).toBeUndefined();
  keepForNewTabs(BOREAL);
  expect(rememberedEmpresa()).toBe(BOREAL);
  keepForTab(AURORA);
  expect(rememberedEmpresa()).toBe(AURORA);
  forgetEmpresa();
  expect(rememberedEmpresa()).toBeUndefined();
});

test('a stored text that is no id is ignored, because the server would refuse every call', () => {
  keepForTab('aurora');
  keepForNewTabs(BOREAL);
  expect(rememberedEmpresa()).toBe(BOREAL);
});

test.each([
  [`/?empresa=${AURORA}`, AURORA, '/'],
  [`/cadastros/marca?busca=a&empresa=${AURORA.toUpperCase()}#x`, AURORA, '/cadastros/marca?busca=a#x'],
  ['/perfil?empresa=outra', undefined, '/perfil'],
])('the link %s names an empresa and leads to the address without it', (path, id, address) => {
  expect(readEmpresaLink(`https://prumo.example${path}`)).toEqual({ id, address });
});

test('the empresa of a link wins over the remembered ones and leaves the address', () => {
  const replaceState = vi.fn();
  vi.stubGlobal('history', { state: null, replaceState });
  vi.stubGlobal('location', { href: `https://prumo.example/perfil?empresa=${BOREAL}` });
  keepForTab(AURORA);
  takeEmpresaLink();
  expect(rememberedEmpresa()).toBe(BOREAL);
  expect(replaceState).toHaveBeenCalledWith(null, '', '/perfil');
});

test('an address without an empresa stays as it is', () => {
  expect(readEmpresaLink('https://prumo.example/perfil?busca=a')).toBeUndefined();
});
