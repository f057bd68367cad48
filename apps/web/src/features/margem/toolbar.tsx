import { ORDENS_DA_MARGEM, type OrdemDaMargem } from '@prumo/contract/margens.ts';
import { cn } from '#lib/class-names.ts';
import { type Day, today } from '#lib/numbers/day.ts';
import { DayFilter } from '#ui/day/day-filter.tsx';
import { inputLook } from '#ui/form/input.tsx';
import { PERIODO_WORDS, PERIODOS, type Periodo } from './margem-periodo.ts';
import type { MargemSearch } from './margem-search.ts';
import { ORDEM_WORDS } from './soma-words.ts';

const toolLook = cn(
  inputLook,
  'h-9 w-auto border-border px-2 shadow-control md:h-8 md:text-control max-md:w-full',
);

interface ToolbarProps {
  periodo: Periodo;
  de: Day;
  ate: Day;
  conta: string | undefined;
  contas: readonly { id: string; nome: string | null }[];
  ordem: OrdemDaMargem;
  go: (change: MargemSearch) => void;
}

/** The period, the conta and the order of the rows. */
export function Toolbar({ periodo, de, ate, conta, contas, ordem, go }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-start gap-2 max-md:grid max-md:grid-cols-2 print:hidden">
      <select
        aria-label="Período"
        value={periodo}
        className={toolLook}
        onChange={({ target }) =>
          // Another period begins with the days that are shown.
          go({
            periodo: target.value,
            ...(target.value === 'outro' ? { de, ate } : { de: undefined, ate: undefined }),
          })
        }
      >
        {PERIODOS.map((each) => (
          <option key={each} value={each}>
            {PERIODO_WORDS[each]}
          </option>
        ))}
      </select>
      <select
        aria-label="Ordem"
        value={ordem}
        className={cn(toolLook, 'md:order-last md:ml-auto')}
        onChange={({ target }) => go({ ordem: target.value === '-margem' ? undefined : target.value })}
      >
        {ORDENS_DA_MARGEM.map((each) => (
          <option key={each} value={each}>
            {ORDEM_WORDS[each]}
          </option>
        ))}
      </select>
      {periodo === 'outro' && (
        <>
          <DayFilter
            label="De"
            value={de}
            max={today()}
            className="max-md:col-span-full"
            onDay={(day) => go({ de: day || undefined })}
          />
          <DayFilter
            label="até"
            value={ate}
            max={today()}
            className="max-md:col-span-full"
            onDay={(day) => go({ ate: day || undefined })}
          />
        </>
      )}
      {(contas.length > 1 || conta !== undefined) && (
        <select
          aria-label="Conta"
          value={conta ?? ''}
          className={cn(toolLook, 'max-md:col-span-full')}
          onChange={({ target }) => go({ conta: target.value || undefined })}
        >
          <option value="">Todas as contas</option>
          {contas.map(({ id, nome }) => (
            <option key={id} value={id}>
              {nome ?? 'Conta sem apelido'}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
