/** A response that PostgreSQL has already serialized as JSON. The serializer sends its text unchanged. */
export class Json<T> {
  declare readonly of: T;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
