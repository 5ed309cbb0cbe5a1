import { PostgresNotificationChannel } from '@agendajs/postgres-backend';
import { BaseNotificationChannel, toJobId, type JobNotification, type NotificationChannel } from 'agenda';

/** Agenda's way to look for a job before its next round; `wake` does it on this node only. */
export interface WakeChannel extends NotificationChannel {
  wake(name: string): void;
}

export const notification = (name: string, at: Date | null, id = ''): JobNotification => ({
  jobId: toJobId(id),
  jobName: name,
  nextRunAt: at,
  priority: 0,
  timestamp: new Date(),
});

export class PostgresWakeChannel extends PostgresNotificationChannel implements WakeChannel {
  wake(name: string): void {
    void this.notifyHandlers(notification(name, null));
  }

  /** As Agenda reads it on the other nodes. */
  serialize(about: JobNotification): string {
    return JSON.stringify(about);
  }

  // Nobody listens to other nodes' starts and ends: each would cost a NOTIFY.
  override async publishState(): Promise<void> {}
}

/** MongoDB has no notifications of its own: other nodes find a new job with their next round. */
export class LocalWakeChannel extends BaseNotificationChannel implements WakeChannel {
  async connect(): Promise<void> {
    this.setState('connected');
  }
  async disconnect(): Promise<void> {
    this.handlers.clear();
    this.setState('disconnected');
  }
  async publish(about: JobNotification): Promise<void> {
    await this.notifyHandlers(about);
  }
  wake(name: string): void {
    void this.notifyHandlers(notification(name, null));
  }
}
