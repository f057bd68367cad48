import type { Membro } from '@prumo/contract/equipe.ts';
import { PAPEL_EM_PALAVRAS, temDireito } from '@prumo/contract/papeis.ts';
import { TEXTO_DO_PAPEL } from '@prumo/contract/papeis-textos.ts';
import { Check, Minus, ShieldAlert, ShieldCheck } from 'lucide-react';
import { initialsOf } from '#features/empresas/initials.ts';
import { cn } from '#lib/class-names.ts';
import { agoOf } from '#lib/numbers/ago.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { SwitchButton } from '#ui/form/switch.tsx';
import { actionsOn, nameOf, type Viewer } from './actions.ts';
import { LembrarButton } from './lembrar-button.tsx';
import { MembroMenu } from './membro-menu.tsx';
import { useChangeMembro } from './use-change-membro.ts';

/** The columns of a wide card. A narrow one shows each membro as a block. */
export const COLUMNS =
  'px-4 py-2 @2xl:grid @2xl:grid-cols-[minmax(0,1fr)_7.5rem_3.75rem_6rem_6rem_1.75rem] @2xl:items-center @2xl:gap-x-2';

interface MembroRowProps {
  membro: Membro;
  membros: readonly Membro[];
  viewer: Viewer;
  /** The time at which the list was loaded. */
  now: number;
}

export function MembroRow({ membro, membros, viewer, now }: MembroRowProps) {
  const { email, visto_em } = membro;
  const nome = nameOf(membro);
  const donos = membros.filter((each) => each.papel === 'dono').length;
  const actions = actionsOn(membro, viewer, donos);
  return (
    <li className={cn(COLUMNS, 'relative flex flex-wrap items-center gap-x-4 gap-y-1.5')}>
      <div className="flex w-full min-w-0 items-center gap-3 pr-8 @2xl:pr-0">
        <span
          aria-hidden
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent font-semibold text-accent-fg text-badge"
        >
          {initialsOf(nome)}
        </span>
        <div className="min-w-0">
          <p className="truncate font-medium text-control">
            {nome}
            {membro.user_id === viewer.user_id && <span className="font-normal text-muted"> (você)</span>}
          </p>
          <p className="truncate text-meta text-muted" title={email}>
            {email}
          </p>
          {visto_em && (
            <p className="text-meta text-muted @2xl:hidden">
              <Seen at={visto_em} now={now} />
            </p>
          )}
        </div>
      </div>
      <Papel membro={membro} papeis={actions.papeis} />
      <Custo membro={membro} canChange={actions.custo} />
      <DuasEtapas membro={membro} />
      <p className="text-control text-muted @max-2xl:hidden">
        {visto_em && <Seen at={visto_em} now={now} />}
      </p>
      <div className="absolute top-2 right-4 @2xl:static">
        <MembroMenu membro={membro} membros={membros} actions={actions} donos={donos} />
      </div>
    </li>
  );
}

function Seen({ at, now }: { at: string; now: number }) {
  return (
    <>
      <span className="@2xl:sr-only">Visto por último </span>
      <time dateTime={at} title={formatDateTime(at)}>
        {agoOf(at, now)}
      </time>
    </>
  );
}

function DuasEtapas({ membro }: { membro: Membro }) {
  const { duas_etapas, duas_etapas_ate } = membro;
  const Shield = duas_etapas ? ShieldCheck : ShieldAlert;
  return (
    <div className="text-control">
      <p
        title={duas_etapas_ate ? `Exigida a partir de ${formatDateTime(duas_etapas_ate)}` : undefined}
        className={cn('flex items-center gap-1.5', duas_etapas ? 'text-ok-fg' : 'text-warn-fg')}
      >
        <Shield aria-hidden className="size-4 shrink-0" />
        <span>
          <span className="sr-only">Duas etapas: </span>
          {duas_etapas ? 'Ativa' : 'Desligada'}
        </span>
      </p>
      <LembrarButton membro={membro} />
    </div>
  );
}

function Papel({ membro, papeis }: { membro: Membro; papeis: readonly Membro['papel'][] }) {
  const { pending, changePapel } = useChangeMembro(membro);
  const papel = pending?.papel ?? membro.papel;
  if (papeis.length === 0)
    return (
      <p className="font-medium text-control">
        <span className="sr-only">Papel: </span>
        {PAPEL_EM_PALAVRAS[papel].nome}
      </p>
    );
  return (
    <div>
      <ChoiceMenu
        label={`Papel de ${nameOf(membro)}`}
        shown={PAPEL_EM_PALAVRAS[papel].nome}
        value={papel}
        choices={papeis.map((value) => ({
          value,
          nome: PAPEL_EM_PALAVRAS[value].nome,
          texto: TEXTO_DO_PAPEL[value],
        }))}
        busy={pending !== undefined}
        onChoose={changePapel}
      />
    </div>
  );
}

function Custo({ membro, canChange }: { membro: Membro; canChange: boolean }) {
  const { pending, changeCusto } = useChangeMembro(membro);
  const sees = pending?.ve_custo ?? (membro.ve_custo || temDireito(membro.papel, 'ver_custo'));
  const Mark = sees ? Check : Minus;
  return (
    <div className="flex items-center gap-2 text-control">
      <span aria-hidden className="text-muted @2xl:hidden">
        Vê custo
      </span>
      {canChange ? (
        <SwitchButton
          aria-label={`${nameOf(membro)} vê custo e margem`}
          checked={sees}
          busy={pending !== undefined}
          onChange={changeCusto}
        />
      ) : (
        <Mark
          role="img"
          aria-label={sees ? 'Vê custo e margem' : 'Não vê custo e margem'}
          className={cn('size-4', sees ? 'text-ok-fg' : 'text-faint')}
        />
      )}
    </div>
  );
}
