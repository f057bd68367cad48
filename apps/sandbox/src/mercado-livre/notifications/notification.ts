import { randomUUID } from 'node:crypto';

/** The regular form of a notification. */
export interface Notification {
  _id: string;
  resource: string;
  user_id: number;
  topic: string;
  application_id: number;
  attempts: number;
  /** In UTC. */
  sent: string;
  received: string;
  actions?: readonly string[];
}

/** Irregular forms that appear in official samples. */
export const IRREGULARITIES = {
  'sem-id': 'sem _id',
  id: '_id chamado id',
  'user-id-texto': 'user_id como texto',
  recieved: 'received escrito errado',
  actions: 'com actions',
  'recurso-solto': 'só o id no lugar do recurso',
} as const;
export type Irregularity = keyof typeof IRREGULARITIES;

export const aNotification = (
  about: Pick<Notification, 'resource' | 'user_id' | 'topic' | 'application_id'>,
  now: number,
): Notification => ({
  _id: randomUUID(),
  ...about,
  attempts: 1,
  sent: new Date(now).toISOString(),
  received: new Date(now).toISOString(),
});

export function asSent(message: Notification, irregularity: Irregularity | undefined): object {
  const { _id, received, ...rest } = message;
  switch (irregularity) {
    case undefined:
      return message;
    case 'sem-id':
      return { ...rest, received };
    case 'id':
      return { id: _id, ...rest, received };
    case 'user-id-texto':
      return { ...message, user_id: String(message.user_id) };
    case 'recieved':
      return { _id, ...rest, recieved: received };
    case 'actions':
      return { ...message, actions: ['created'] };
    case 'recurso-solto':
      return { ...message, resource: message.resource.split('/').at(-1) };
  }
}
