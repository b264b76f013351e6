interface Json<Value> {
  content: { 'application/json': Value };
}

/** An operation of the API as openapi-fetch types it: what a success returns, its parameters and its body. */
export type Operation<Answer, Parameters = object, Body = { requestBody?: never }> = {
  parameters: Parameters;
  responses: { 200: Json<Answer> };
} & Body;

/** The body of an operation that needs one. */
export interface Takes<Body> {
  requestBody: Json<Body>;
}

/** The body of an operation that also works without one. */
export interface MayTake<Body> {
  requestBody?: Json<Body>;
}

/** The envelope of a resource. */
export interface One<Resource> {
  data: Resource;
}
