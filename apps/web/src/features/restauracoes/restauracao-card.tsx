import { BYTES_DO_PEDACO, type Restauracao, restauracoes } from '@prumo/contract/restauracoes.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Progresso } from '#features/exportacoes/progresso.tsx';
import { call, ProblemError, queryOf } from '#lib/api.ts';
import { upload } from '#lib/files/upload.ts';
import { notifyFailure } from '#lib/notify.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { wasCancelled } from '#lib/session/confirm-identity.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Notice } from '#ui/notice.tsx';

const status = queryOf(restauracoes.status);
const POLL_MS = 1000;

const isWorking = (ultima: Restauracao | null | undefined) =>
  ultima?.situacao === 'conferindo' || ultima?.situacao === 'restaurando';

/**
 * Restores the ZIP of an exportacao. Shown in an empty empresa, and afterwards with the result of the last restauracao
 * unless it was cancelled.
 */
export function RestauracaoCard() {
  const { data, error, refetch } = useQuery({
    ...status,
    staleTime: 0,
    refetchInterval: ({ state }) => (isWorking(state.data?.ultima) ? POLL_MS : false),
  });
  if (data && !data.vazia && (!data.ultima || data.ultima.situacao === 'cancelada')) return null;
  return (
    <Card
      title="Restaurar"
      text="Traz de volta os registros, o estoque e as fotos de um ZIP baixado do Prumo. A empresa precisa estar vazia."
    >
      {data ? (
        <Current vazia={data.vazia} ultima={data.ultima} />
      ) : error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Carregando..." className="skeleton h-10 rounded-control" />
      )}
    </Card>
  );
}

function Current({ vazia, ultima }: { vazia: boolean; ultima: Restauracao | null }) {
  if (ultima && isWorking(ultima)) return <Working restauracao={ultima} />;
  if (ultima?.situacao === 'concluida')
    return (
      <p role="status" className="text-control">
        Restauração concluída{ultima.concluida_em && ` em ${formatDateTime(ultima.concluida_em)}`}. Pessoas,
        convites e contas de marketplaces não são restaurados: convide a equipe e conecte as contas de novo.
      </p>
    );
  return (
    <>
      {(ultima?.situacao === 'recusada' || ultima?.situacao === 'falhou') && <Notice>{ultima.aviso}</Notice>}
      {vazia && <Send open={ultima?.situacao === 'enviando' ? ultima : null} />}
    </>
  );
}

function Working({ restauracao: { id, situacao, tabelas } }: { restauracao: Restauracao }) {
  const label = situacao === 'conferindo' ? 'Conferindo o arquivo...' : 'Gravando os registros...';
  return (
    <>
      <Progresso label={label} tabelas={tabelas} />
      <p className="text-control text-muted">
        Você pode sair desta página. Não cadastre nada nesta empresa até o fim.
      </p>
      {situacao === 'conferindo' && <Cancel id={id} />}
    </>
  );
}

function Cancel({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call(restauracoes.cancel, { params: { id } }),
    onError: (error) => notifyRefusal('A restauração não foi cancelada', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: status.queryKey }),
  });
  return (
    <Button className="self-start" busy={cancel.isPending} onClick={() => cancel.mutate()}>
      Cancelar
    </Button>
  );
}

/** Sends the file piece by piece. An upload that was broken goes on after the pieces that arrived. */
async function sendFile(file: File, open: Restauracao | null, onProgress: (fraction: number) => void) {
  const isSame = open?.nome === file.name && open.bytes === file.size;
  if (open && !isSame) await call(restauracoes.cancel, { params: { id: open.id } });
  let now =
    open && isSame ? open : await call(restauracoes.create, { body: { nome: file.name, bytes: file.size } });
  const { id } = now;
  while (now.pedacos * BYTES_DO_PEDACO < file.size) {
    const from = now.pedacos * BYTES_DO_PEDACO;
    const url = `${restauracoes.send.url.replace(':id', id)}?numero=${now.pedacos}`;
    const piece = file.slice(from, from + BYTES_DO_PEDACO);
    now = await upload({ ...restauracoes.send, url }, piece, (part) =>
      onProgress((from + part * piece.size) / file.size),
    );
  }
  return call(restauracoes.start, { params: { id } });
}

function Send({ open }: { open: Restauracao | null }) {
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [fraction, setFraction] = useState(0);
  const send = useMutation({
    mutationFn: (file: File) => sendFile(file, open, setFraction),
    onError: (error) => {
      if (wasCancelled(error)) return;
      const sentence = error instanceof ProblemError ? error.message : undefined;
      notifyFailure(
        'O arquivo não foi enviado',
        'Escolha o mesmo arquivo para continuar de onde parou.',
        error,
        sentence,
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: status.queryKey }),
  });
  if (send.isPending)
    return (
      <div className="flex flex-col gap-2 text-control">
        <span role="status">Enviando {send.variables.name}...</span>
        <progress aria-label="Envio do arquivo" className="h-1.5 w-full" value={fraction} />
      </div>
    );
  return (
    <>
      {open && (
        <p className="text-control text-muted">
          O envio de {open.nome} parou. Escolha o mesmo arquivo para continuar de onde parou.
        </p>
      )}
      {open && <Cancel id={open.id} />}
      <Button className="self-start" onClick={() => input.current?.click()}>
        Escolher arquivo ZIP
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="Arquivo ZIP do Prumo"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send.mutate(file);
          target.value = '';
        }}
      />
    </>
  );
}
