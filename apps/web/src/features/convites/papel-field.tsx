import { PAPEIS_DE_CONVITE } from '@prumo/contract/convites.ts';
import { PAPEL_EM_PALAVRAS } from '@prumo/contract/papeis.ts';
import { TEXTO_DO_PAPEL } from '@prumo/contract/papeis-textos.ts';
import type { RefObject } from 'react';
import { ChoiceList } from '#ui/form/choice-list.tsx';

export type PapelDeConvite = (typeof PAPEIS_DE_CONVITE)[number];

const choices = PAPEIS_DE_CONVITE.map((papel) => ({
  value: papel,
  label: PAPEL_EM_PALAVRAS[papel].nome,
  text: TEXTO_DO_PAPEL[papel],
}));

interface PapelFieldProps {
  /** The first papel, to which the form moves the focus when none is chosen. */
  first: RefObject<HTMLInputElement | null>;
  value: PapelDeConvite | undefined;
  error: string | undefined;
  onChange: (papel: PapelDeConvite) => void;
}

export function PapelField({ value, onChange, ...rest }: PapelFieldProps) {
  return <ChoiceList legend="Papel" choices={choices} chosen={value} onChoose={onChange} {...rest} />;
}
