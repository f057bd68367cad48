import { exclusao } from '@prumo/contract/empresas.ts';
import { formatDate } from '#lib/numbers/format.ts';
import { May } from '#lib/session/may.tsx';
import { Notice } from '#ui/notice.tsx';
import { CancelExclusao } from './cancel-exclusao.tsx';

/** Says above every screen that the empresa will be deleted and can only be read. */
export function ExclusaoBanner({ excluiEm }: { excluiEm: string }) {
  return (
    <div className="px-4 pt-4 md:px-6 print:hidden">
      <Notice>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p>
            <strong>Esta empresa será excluída em {formatDate(excluiEm)}.</strong> Até lá ela só pode ser
            consultada.
          </p>
          <May call={exclusao.cancel}>
            <CancelExclusao />
          </May>
        </div>
      </Notice>
    </div>
  );
}
