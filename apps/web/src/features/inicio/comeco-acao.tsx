import type { Passo } from '@prumo/contract/inicio.ts';
import { useNavigate } from '@tanstack/react-router';
import { Check, PackagePlus, Store } from 'lucide-react';
import { ConnectButton } from '#features/contas/connect-button.tsx';
import { Button } from '#ui/button.tsx';
import { NOME_DO_PASSO } from './comeco-passos.ts';

const TELAS = {
  empresa: { to: '/configuracao/equipe' },
  deposito: { to: '/configuracao/deposito' },
  produto: { to: '/catalogo/produtos' },
  contagem: { to: '/catalogo/inventario' },
  convite: { to: '/configuracao/equipe' },
} as const;

/** Opens the screen of a step that is done. */
export function VerPasso({ passo }: { passo: Passo }) {
  const navigate = useNavigate();
  return (
    <Button
      look="ghost"
      className="max-md:h-9"
      aria-label={`Ver ${NOME_DO_PASSO[passo]}`}
      onClick={() => navigate(TELAS[passo])}
    >
      Ver
    </Button>
  );
}

const TEXTO = {
  empresa: 'Informar o CNPJ',
  deposito: 'Cadastrar depósito',
  contagem: 'Começar',
  convite: 'Convidar',
} as const;

/** What to press for the open step. */
export function ComecoAcao({ passo }: { passo: Passo }) {
  const navigate = useNavigate();
  if (passo === 'produto') return <TrazerProdutos />;
  return (
    <Button
      look="primary"
      className="max-md:h-9"
      onClick={() =>
        navigate(
          passo === 'deposito' ? { to: '/configuracao/deposito', search: { abrir: 'novo' } } : TELAS[passo],
        )
      }
    >
      {TEXTO[passo]}
    </Button>
  );
}

const PROMISES = [
  'Vêm nome, foto, preço, SKU e quantidade',
  'Os anúncios já ficam ligados aos produtos',
  'Nada é enviado para lá sem você pedir',
];

function TrazerProdutos() {
  const navigate = useNavigate();
  return (
    <div className="grid w-full basis-full gap-3 sm:grid-cols-2">
      <div className="flex flex-col gap-3 rounded-card border border-ring/50 bg-subtle/40 p-4">
        <Way icon={Store} title="Mercado Livre" text="Ler os anúncios da sua conta" />
        <ul className="flex flex-col gap-1.5 text-meta text-muted">
          {PROMISES.map((promise) => (
            <li key={promise} className="flex gap-2">
              <Check aria-hidden className="mt-px size-3.5 shrink-0 text-ok-fg" />
              {promise}
            </li>
          ))}
        </ul>
        <div className="mt-auto flex flex-col">
          <ConnectButton look="primary" marketplace="mercado-livre">
            Conectar conta
          </ConnectButton>
        </div>
      </div>
      <div className="flex flex-col gap-3 rounded-card border p-4">
        <Way icon={PackagePlus} title="Um por um" text="Para quem tem poucos itens" />
        <p className="text-meta text-muted">
          Nome, SKU, preço e estoque. O leitor de código de barras ajuda.
        </p>
        <Button
          className="mt-auto"
          onClick={() => navigate({ to: '/catalogo/produtos', search: { abrir: 'novo' } })}
        >
          Cadastrar o primeiro produto
        </Button>
      </div>
    </div>
  );
}

function Way({ icon: Icon, title, text }: { icon: typeof Store; title: string; text: string }) {
  return (
    <div className="flex items-center gap-3">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-control border bg-surface text-accent-fg">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0">
        <h4 className="font-medium text-control">{title}</h4>
        <p className="text-meta text-muted">{text}</p>
      </div>
    </div>
  );
}
