/**
 * Multiplies the time limits of the product and of its database in tests, journeys and simulations. A busy
 * machine must not make a time limit decide the result.
 */
export const PATIENCE = 20;
