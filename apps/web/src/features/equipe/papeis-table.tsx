import {
  DIREITOS,
  NOMES_DOS_DIREITOS,
  PAPEIS,
  PAPEL_EM_PALAVRAS,
  temDireito,
} from '@prumo/contract/papeis.ts';
import { NOME_DO_DIREITO } from '@prumo/contract/papeis-textos.ts';
import { Check, Minus } from 'lucide-react';
import { useId } from 'react';

const cell = 'h-9 border-b px-1 py-1.5 text-center';
/** Five names side by side are wider than the narrowest phones. */
const name = 'max-[26rem]:[writing-mode:vertical-rl]';

/** Explains the papéis as a table of their rights, made from the data that the server checks. */
export function PapeisTable() {
  const id = useId();
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-card border">
      <h2 id={id} className="px-4 py-3 font-semibold text-body">
        O que cada papel pode
      </h2>
      <table className="w-full border-t text-control">
        <thead>
          <tr className="bg-bg text-meta text-muted">
            <th className={cell}>
              <span className="sr-only">Direito</span>
            </th>
            {PAPEIS.map((papel) => (
              <th key={papel} scope="col" className={`${cell} font-medium`}>
                {papel === 'administrador' ? (
                  <abbr title={PAPEL_EM_PALAVRAS[papel].nome} className={`${name} no-underline`}>
                    Admin.
                  </abbr>
                ) : (
                  <span className={name}>{PAPEL_EM_PALAVRAS[papel].nome}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOMES_DOS_DIREITOS.map((direito) => (
            <tr key={direito}>
              <th scope="row" className={`${cell} px-4 text-left font-normal`}>
                {NOME_DO_DIREITO[direito]}
              </th>
              {PAPEIS.map((papel) => (
                <td key={papel} className={cell}>
                  <Answer yes={temDireito(papel, direito)} perPerson={'porPessoa' in DIREITOS[direito]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="px-4 py-3 text-meta text-muted">
        <span aria-hidden>* </span>Ver custo e margem pode ser ligado para uma pessoa de outro papel. O último
        dono não pode sair: antes, transfira a empresa.
      </p>
    </section>
  );
}

function Answer({ yes, perPerson }: { yes: boolean; perPerson: boolean }) {
  if (yes) return <Check role="img" aria-label="Sim" className="mx-auto size-4 text-ok-fg" />;
  if (perPerson)
    return (
      <span className="text-muted">
        <span aria-hidden>*</span>
        <span className="sr-only">Por pessoa</span>
      </span>
    );
  return <Minus role="img" aria-label="Não" className="mx-auto size-4 text-faint" />;
}
