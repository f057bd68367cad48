import { type Atividade, fraseDe } from '@prumo/contract/atividades.ts';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { CAMPOS } from '#records/campos.tsx';
import { HistoryChanges } from '#records/history/history-changes.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Sao_Paulo' });

interface AtividadeRowProps {
  atividade: Atividade;
  /** Shows only the lines about this record. */
  onRecord: (registro: { tabela: string; registro_id: string }) => void;
}

export function AtividadeRow({ atividade, onRecord }: AtividadeRowProps) {
  const { em, quem, selo, registro, mudancas, palavras, numero } = atividade;
  const [open, setOpen] = useState(false);
  const id = useId();
  const tabela = registro?.tabela ?? '';
  // The line of a saldo has the id of its produto.
  const isSaldo = tabela === 'produto_deposito';
  const hasDetails = mudancas.length > 0 || registro !== null || palavras['rota'] !== undefined;
  return (
    <li className="flex flex-col gap-1 px-4 py-2.5">
      <div className="flex items-start gap-3">
        <time dateTime={em} className="w-11 shrink-0 text-control text-muted tabular-nums leading-6">
          {time.format(new Date(em))}
        </time>
        <p className="min-w-0 flex-1 break-words text-control leading-6">
          <span className="font-medium">{quem === null ? 'Prumo' : (quem.nome ?? 'Alguém')}</span>{' '}
          <Frase atividade={atividade} />
          <Selo selo={selo} />
        </p>
        {hasDetails && (
          <Button
            look="ghost"
            className="-my-1 max-md:h-9"
            aria-expanded={open}
            aria-controls={id}
            aria-label={`Detalhes: ${fraseDe(atividade)}`}
            onClick={() => setOpen(!open)}
          >
            <span className="max-md:sr-only">Detalhes</span>
            <ChevronDown aria-hidden className={cn('transition-transform', open && 'rotate-180')} />
          </Button>
        )}
      </div>
      <div id={id} hidden={!open} className="flex flex-col items-start gap-2 pl-14">
        <HistoryChanges
          labels={CAMPOS}
          alteracao={{ mudancas, operacao: atividade.tipo === 'registro_alterado' ? 'alterou' : 'criou' }}
        />
        {palavras['rota'] && <p className="text-control text-muted">Pedido recusado: {palavras['rota']}</p>}
        {numero !== null && <p className="text-meta text-muted">Linha {numero} do registro</p>}
        {registro && (
          <Button
            onClick={() => onRecord({ tabela: isSaldo ? 'produtos' : tabela, registro_id: registro.id })}
          >
            {isSaldo ? 'Ver só este produto' : 'Ver só este registro'}
          </Button>
        )}
      </div>
    </li>
  );
}

const SCREENS = {
  marcas: '/cadastros/marca',
  categorias: '/cadastros/categoria',
  clientes: '/cadastros/clientes',
  fornecedores: '/cadastros/fornecedores',
  vendedores: '/cadastros/vendedores',
  depositos: '/configuracao/deposito',
  produtos: '/catalogo/produtos',
  produto_deposito: '/catalogo/produtos',
} as const;

const isScreen = (tabela: string): tabela is keyof typeof SCREENS => Object.hasOwn(SCREENS, tabela);

/** The sentence, with a link to the record if it still exists and has a screen. */
function Frase({ atividade }: { atividade: Atividade }) {
  const { registro, palavras, tipo } = atividade;
  const frase = fraseDe(atividade);
  const named = palavras['registro'] ?? '';
  const at = frase.indexOf(named);
  if (!registro || tipo === 'registro_excluido' || !isScreen(registro.tabela) || !named || at < 0)
    return frase;
  return (
    <>
      {frase.slice(0, at)}
      <Link
        to={SCREENS[registro.tabela]}
        search={{ abrir: registro.id }}
        className="underline decoration-border underline-offset-2 hover:decoration-fg"
      >
        {named}
      </Link>
      {frase.slice(at + named.length)}
    </>
  );
}

const SELOS = {
  pendente: { tone: 'neutral', text: 'Ainda não selada' },
  apagada: { tone: 'neutral', text: 'Dados apagados' },
  divergente: { tone: 'bad', text: 'Não confere com o que foi selado' },
} as const;

function Selo({ selo }: Pick<Atividade, 'selo'>) {
  if (selo === 'conferida') return null;
  const { tone, text } = SELOS[selo];
  return (
    <span className="ml-2 inline-block">
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
}
