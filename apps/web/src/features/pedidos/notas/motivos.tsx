import { MOTIVOS_DA_NOTA, type MotivoDaNota } from '@prumo/contract/notas.ts';

/** Every fault as a sentence that says what to do. */
export function Motivos({ motivos }: { motivos: readonly MotivoDaNota[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {motivos.map((motivo) => (
        <li key={motivo}>{MOTIVOS_DA_NOTA[motivo]}</li>
      ))}
    </ul>
  );
}
