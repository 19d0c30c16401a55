"""What setters and learners ask: unique? how many? which candidates? which clues matter?"""
