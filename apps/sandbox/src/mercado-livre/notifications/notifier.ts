import type { Application } from '#mercado-livre/oauth/application.ts';
import type { Grants } from '#mercado-livre/oauth/grants.ts';
import type { Settings } from '#mercado-livre/settings.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import { type Delivery, deliver } from './deliver.ts';
import { aNotification, asSent, type Irregularity, type Notification } from './notification.ts';

/** The eight tries within an hour, in minutes after the first. */
const TRIES_AT = [0, 1, 3, 7, 14, 25, 40, 60];
/** After this many lost notifications in a row the topic is disabled. */
const PATIENCE = 20;

interface Missed extends Notification {
  request: { url: string; headers: object; data: string };
  response: { req_time: number; http_code: number; body: string; headers: object };
}

export interface Notifier {
  /** Notifies every application that the seller has authorized and that subscribes to the topic. */
  emit(seller: Seller, topic: string, resource: string, options?: EmitOptions): void;
  /** Sends one message until it is accepted or lost. `onFirst` receives the result of the first try. */
  send(application: Application, message: Notification, options?: SendOptions): Promise<void>;
  missed(clientId: string): readonly Missed[];
  /** Topics that were disabled because their notifications went unanswered. */
  disabled(clientId: string): readonly string[];
  /** Enables a topic again, from now on. */
  subscribe(clientId: string, topic: string): void;
  /** How many real milliseconds an hour of the retry schedule lasts. */
  hourMs: number;
  report(): { enviadas: number; aceitas: number; perdidas: number; caladas: number; aCaminho: number };
  stop(): void;
}

interface EmitOptions {
  irregularity?: Irregularity;
  /** What happened, for a topic that says so. */
  actions?: readonly string[];
}

interface SendOptions {
  irregularity?: Irregularity | undefined;
  onFirst?: (delivery: Delivery) => void;
}

export function openNotifier(
  applications: ReadonlyMap<string, Application>,
  grants: Grants,
  now: () => number,
  settings: Pick<Settings, 'copiasDosAvisos'>,
): Notifier {
  const timers = new Set<NodeJS.Timeout>();
  const missed = new Map<string, Missed[]>();
  const failures = new Map<string, number>();
  const disabled = new Map<string, Set<string>>();
  const report = { enviadas: 0, aceitas: 0, perdidas: 0, caladas: 0, aCaminho: 0 };
  let isStopped = false;

  const isDisabled = (clientId: string, topic: string) => disabled.get(clientId)?.has(topic) ?? false;

  async function attempt(known: Application, message: Notification, options: SendOptions, n: number) {
    // The application may have changed since the last try.
    const application = applications.get(known.id) ?? known;
    if (isStopped || application.callback === null) return;
    // A notification of a disabled topic is lost for good.
    if (isDisabled(application.id, message.topic)) {
      report.caladas += 1;
      return;
    }
    const current = { ...message, attempts: n + 1, sent: new Date(now()).toISOString() };
    report.enviadas += 1;
    report.aCaminho += 1;
    const delivery = await deliver(application.callback, asSent(current, options.irregularity));
    report.aCaminho -= 1;
    if (n === 0) options.onFirst?.(delivery);
    const key = `${application.id} ${message.topic}`;
    if (delivery.status === 200) {
      report.aceitas += 1;
      failures.set(key, 0);
      return;
    }
    const next = TRIES_AT[n + 1];
    if (next === undefined) return lose(application, current, delivery, key);
    const wait = ((next - (TRIES_AT[n] ?? 0)) / 60) * notifier.hourMs;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void attempt(application, message, options, n + 1);
    }, wait);
    timer.unref();
    timers.add(timer);
  }

  function lose(application: Application, message: Notification, delivery: Delivery, key: string): void {
    report.perdidas += 1;
    const lost = missed.get(application.id) ?? [];
    missed.set(application.id, lost);
    lost.push({
      ...message,
      request: {
        url: application.callback ?? '',
        headers: { 'content-type': 'application/json' },
        data: JSON.stringify(message),
      },
      response: {
        req_time: Math.round(delivery.ms),
        http_code: delivery.status,
        body: delivery.body,
        headers: {},
      },
    });
    const count = (failures.get(key) ?? 0) + 1;
    failures.set(key, count);
    if (count < PATIENCE) return;
    disabled.set(application.id, (disabled.get(application.id) ?? new Set()).add(message.topic));
  }

  const notifier: Notifier = {
    hourMs: 3_600_000,
    emit(seller, topic, resource, { irregularity, actions } = {}) {
      for (const { clientId } of grants.of({ userId: seller.id })) {
        const application = applications.get(clientId);
        if (!application?.callback || !application.topicos.includes(topic)) continue;
        const about = { resource, user_id: seller.id, topic, application_id: Number(clientId) };
        // The copies have ids of their own, as integrators report.
        for (let n = 0; n < settings.copiasDosAvisos; n += 1)
          void attempt(
            application,
            { ...aNotification(about, now()), ...(actions && { actions }) },
            { irregularity },
            0,
          );
      }
    },
    send: (application, message, options = {}) => attempt(application, message, options, 0),
    missed: (clientId) => missed.get(clientId) ?? [],
    disabled: (clientId) => [...(disabled.get(clientId) ?? [])],
    subscribe(clientId, topic) {
      disabled.get(clientId)?.delete(topic);
      failures.set(`${clientId} ${topic}`, 0);
    },
    report: () => ({ ...report }),
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
  return notifier;
}
