/** Examples of recordings and speech. */
export const voiceExamples = {
  SpeakRequest: { text: 'Your payment of **12.50 EUR** to *Bo* is on its way.', language: 'en' },
  Transcript: { text: 'Please pay twelve euros fifty to Bo.', confidence: 0.94 },
  Voice: {
    id: '21m00Tcm4TlvDq8ikWAM',
    name: 'Rachel',
    category: 'premade',
    preview_url: 'https://voices.example/rachel.mp3',
  },
};
