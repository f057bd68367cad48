/** An answer that PostgreSQL already wrote as JSON; the serializer sends it as it is. */
export class Json<T> {
  declare readonly of: T;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
