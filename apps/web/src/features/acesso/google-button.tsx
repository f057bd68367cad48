import { google } from '@prumo/contract/google.ts';
import { call, ProblemError } from '#lib/api.ts';
import { useLeaving } from '#lib/leaving/leaving.ts';
import { notifyFailure } from '#lib/notify.ts';
import { Button } from '#ui/button.tsx';
import { GOOGLE_FAILED } from './google-result.ts';

interface GoogleButtonProps {
  busy: boolean;
  onPress: () => void;
  className?: string;
}

export const notifyGoogleFailure = (error: unknown) =>
  notifyFailure(GOOGLE_FAILED, error instanceof ProblemError ? error.message : undefined, error);

export function GoogleButton({ busy, onPress, className }: GoogleButtonProps) {
  return (
    <Button size="large" className={className} busy={busy} onClick={onPress}>
      {!busy && <GoogleMark />}
      Continuar com Google
    </Button>
  );
}

/** The alternative sign-in below a form. Google's page replaces this one and returns to it. */
export function GoogleEntry({ voltar }: { voltar: string | undefined }) {
  const [busy, leave] = useLeaving(() => call(google.enter, { body: { voltar } }), notifyGoogleFailure);
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-meta text-muted">
        <span aria-hidden className="h-px flex-1 bg-border" />
        Ou continue com
        <span aria-hidden className="h-px flex-1 bg-border" />
      </div>
      <GoogleButton className="w-full" busy={busy} onPress={leave} />
    </>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M22.6 12.2c0-.8-.1-1.5-.2-2.2H12v4.2h5.9a5 5 0 0 1-2.2 3.3v2.7h3.6c2.1-1.9 3.3-4.8 3.3-8z"
      />
      <path
        fill="#34a853"
        d="M12 23c3 0 5.500-1 7.300-2.700l-3.600-2.700c-1 .7-2.200 1-3.700 1-2.900 0-5.300-1.900-6.200-4.500H2.200V17A11 11 0 0 0 12 23z"
      />
      <path fill="#fbbc05" d="M5.800 14.100a6.600 6.600 0 0 1 0-4.200V7H2.200a11 11 0 0 0 0 9.900z" />
      <path
        fill="#ea4335"
        d="M12 5.400c1.600 0 3 .6 4.200 1.600l3.100-3.100A11 11 0 0 0 2.200 7l3.600 2.900C6.700 7.300 9.100 5.400 12 5.400z"
      />
    </svg>
  );
}
